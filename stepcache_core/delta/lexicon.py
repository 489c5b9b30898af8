"""What a word does in a question: general English, none of it taken from an evaluation set."""

from __future__ import annotations

NAMES = frozenset(
    """adhd afghanistan africa african airbnb alaska albania algeria amcat america american amsterdam andorra angola
    antarctica api april argentina armenia asia athens atlanta atm auckland australia australian austria
    azerbaijan bahamas bahrain bangalore bangkok bangladesh barbados barcelona bba bca beijing belarus belgium
    belize berlin bhutan bihar bluetooth bmw bolivia bollywood bosnia boston botswana brazil brisbane britain
    brooklyn brussels budapest buddha buddhism bulgaria burundi cairo california cambodia cameroon canada canadian
    cbse cgpa chatgpt chennai chicago christian christianity christmas cia clat colombia colombo copenhagen cpu
    croatia cyprus dallas december delhi denmark denver dhaka diwali dna dns drdo dubai dublin dvd ebay ecuador
    edinburgh egypt eiffel einstein england english eritrea estonia ethiopia europe european facebook fbi february
    fiji finland florida france french friday ftp gabon gambia gandhi germany ghana github gmail gmat google gpa gps
    gpu greece gst guatemala gujarat guyana haiti halloween hanoi hawaii hdfc helsinki hindu hinduism hitler hiv
    hollywood honduras houston html http https huawei hungary hyderabad ibps iceland icici icse ielts iit iits india
    indian indonesia instagram ios iphone iq iran iraq ireland islam islamabad israel isro istanbul italian italy
    jakarta jamaica january japanese javascript jee johannesburg july jupiter karachi karnataka kashmir kathmandu
    kazakhstan kenya kerala kfc kiribati kolkata korea korean kosovo kubernetes kuwait kvpy kyrgyzstan lagos lahore
    lanka laos latvia lcd lebanon lenovo lesotho liberia libya liechtenstein linkedin linux lisbon lithuania
    liverpool london luxembourg macos madagascar madrid maharashtra malawi malaysia maldives manchester manhattan
    mauritania mauritius mba mbbs melbourne mexico miami microsoft milan moldova monaco monday mongodb mongolia
    montenegro montreal morocco moscow motorola mozambique mumbai muslim myanmar mysql nairobi namibia nasa nasdaq
    nato nba ncert neet nepal neptune netflix netherlands nfl nicaragua nigeria nokia norway november nsa numpy
    obama ocd october oman openai oppo osaka oslo pakistan pakistani palestine paraguay paris paypal pdf peru phd
    philadelphia philippines photoshop php pinterest pluto poland portugal postgresql prague ptsd pune punjab qatar
    quora quran rajasthan reddit rna romania rome russia russian rwanda sahara samoa samsung saturday sbi scotland
    seattle senegal seo seoul serbia shakespeare shanghai shopify singapore skype slovakia slovenia snapchat somalia
    spain spanish spotify ssc ssd ssh stockholm sudan sunday suriname suv sweden switzerland sydney syria taiwan
    tajikistan tanzania tcp texas thailand thursday tiktok toefl togo tokyo toronto toshiba tuesday tumblr
    tunisia turkmenistan tv typescript ubuntu udp ufc ufo uganda uk ukraine upsc uranus url urls uruguay usb
    uzbekistan vancouver vanuatu venezuela vienna vietnam vpn warsaw wednesday whatsapp wifi wikipedia wordpress
    xiaomi yemen youtube zambia zimbabwe""".split()
)
"""Proper names whose letters are no other English word, so that their capitals decide nothing."""

AGENTIVE = frozenset(
    """access accomplish ace achieve acquire activate adapt add adjust adopt advertise align analyze answer apply
    approach arrange ask assemble attach attain attract automate avoid back bake balance beat become begin bend
    blend block boil book boost boot borrow break brew bring broil brush build burn buy bypass calculate calm
    cancel carve catch celebrate challenge change charge chat check choose chop claim clean clear climb clone
    close collect combine communicate compare compile compress compute concentrate conduct configure connect
    conserve construct contact contribute control convert convince cook cope copy correct counteract crack
    create crop crush cultivate cure customize cut date deactivate deal debug decide declare declutter decorate
    decrease defeat defend define defrost delete deliver deploy deposit derive design detect determine develop
    diagnose differentiate disable disconnect discover discuss dispose distinguish divide divorce donate
    download draft draw dress drill drink drive dry dye earn edit eliminate embed empty enable encourage encrypt
    end enhance enroll ensure enter erase escape establish estimate evaluate evict exchange exercise exit expand
    export express extend extract factor feed fight file fill filter find finish fire fix flatten flirt focus
    fold follow force forgive form format foster fry fund furnish gain generate get give go grill grow hack
    handle harvest hide hire host hunt identify ignore implement import impress improve increase inform insert
    inspect inspire install insulate integrate interpret introduce invest invite iron join justify keep kick
    kill kiss knit launch lay lead learn lend let lift limit link listen load lock log lose lower maintain make
    manage manipulate market marry master measure meet memorize merge message migrate mix modify monetize
    monitor motivate mount move multiply mute navigate negotiate nominate notify obtain offer open operate
    optimize order organize outsmart overclock overcome pack paint park pass patent pay peel perform persuade
    pick pitch plan plant play polish port post practice pray prepare present preserve prevent proceed process
    produce program promote protect prove publish pump purchase pursue put qualify quit raise rank reach read
    rebuild receive record recover recruit recycle redesign reduce refinance refresh regain register reheat
    reinstall relax relieve remove rename renew renovate rent repair repay replace report reset resist resolve
    restart restore retrieve reuse revamp reverse ride root run sanitize save scan schedule score search secure
    seek select sell send separate set setup sew shape share sharpen shave ship shorten shrink sign simplify
    simulate sketch skip slow smoke soften solve sort speak speed spend split spot start stop store strengthen
    stretch structure study submit subscribe substitute subtract succeed sue support survive sweep swim switch
    sync tackle take talk tame target teach tell test thicken throw tie tighten trace track trade train transfer
    transform transport travel treat trim tune unblock undo unfollow unfreeze unhide uninstall unite unlock
    unsend untie update upgrade upload use validate verify view visit vote wake walk warm wash watch water wear
    weave whiten win wipe withdraw wrap write zip""".split()
)
"""Verbs of things done on purpose: "how do I" before them asks for a way, as "how can I" does, not for a habit."""

SUPERLATIVES = frozenset(
    """best biggest brightest busiest cheapest coldest coolest craziest creepiest cutest deadliest deepest dirtiest
    driest earliest easiest fastest finest funniest greatest happiest hardest healthiest heaviest highest
    hottest kindest largest lightest longest loudest lowest nicest oldest poorest prettiest quickest rarest
    richest saddest safest scariest sharpest shortest simplest smallest smartest strangest strongest sweetest
    tallest thinnest toughest ugliest weakest wealthiest weirdest widest wildest worst youngest""".split()
)
