"""What answered one request, edited for another, where the two requests prove it."""
