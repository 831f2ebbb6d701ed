"""Trades that move, host or power: shipping line, logistics, hotel, energy."""

from __future__ import annotations

from sabench.templates.world.trade import Company, Site, Trade, chat

SHIPPING = Trade(
    name="shipping line",
    sites=(
        Site("Nordhav Lines", ("nordhav.example", "nordhav-agency.example"), "Europe/Copenhagen"),
        Site("Selat Pacific Shipping", ("selatpacific.example",), "Asia/Singapore"),
    ),
    teams={
        "Operations": ("Vessel Operator", "Port Captain", "Operations Manager"),
        "Chartering": ("Chartering Manager", "Freight Analyst"),
        "Claims": ("Claims Handler", "Insurance Officer"),
        "Crewing": ("Crewing Officer", "Travel Coordinator"),
    },
    projects=(
        "hull cleaning",
        "bunker tender",
        "reefer trial",
        "summer crew change",
        "weather routing",
        "scrubber survey",
        "dry dock",
        "container tracking",
        "grain charter",
    ),
    companies=(
        Company("Baltica Bunkers", "baltica-bunkers.example", "supplier"),
        Company("Port of Aldervik", "aldervik-port.example", "port"),
        Company("Cormorant Commodities", "cormorant.example", "charterer"),
        Company("Lighthouse P&I", "lighthouse-pi.example", "insurer"),
        Company("Mistral Agencies", "mistral-agencies.example", "agent"),
        Company("Veritas Survey", "veritas-survey.example", "surveyor"),
    ),
    queues=(
        ("Fleet Operations", "OPS", "work", "Vessels, ports, stores"),
        ("Cargo Claims", "CLM", "support", "Claims from shippers and receivers"),
        ("Shore IT", "SIT", "desk", "Office systems"),
    ),
    rooms=("Bridge", "Chart Room", "Galley", "Harbour View"),
    chats=(
        chat(
            "ETA Aldervik",
            (
                "x",
                "Pilot is ordered for {time} on {day}. Berth {n} is free from noon. Please confirm draught on arrival.",
            ),
            ("me", "Draught 9.{n} metres, confirmed by the master this morning."),
            by="port",
        ),
        chat(
            "Wet bags in hold 2",
            (
                "a",
                "About {m} bags, by the after bulkhead. Surveyor attends on {day}. Nobody is to say 'ventilation' in writing before he has been.",
            ),
        ),
        chat(
            "Reefer plugs",
            (
                "x",
                "We have {m} reefers for that sailing and your plan shows fewer plugs. Can some go on deck?",
            ),
            ("me", "Operations says yes for six of them. I'll send the revised plan."),
            by="charterer",
        ),
        chat(
            "Joining crew",
            (
                "a",
                "Two visas came, one didn't. The third man flies on {day} if the consulate opens as promised. Launch is booked for {time}.",
            ),
            ("b", "I've told the agent to keep the launch, he charges {amount} either way."),
        ),
        chat(
            "Bunker prices",
            ("x", "Indication for {day}: down {n} dollars on last week. We hold it until close of business."),
            ("me", "Thanks. We'll wait for one more quote."),
            by="supplier",
        ),
        chat(
            "Noon reports",
            (
                "a",
                "Two ships still send theirs as a photograph of a printout. I've typed them in, again. {person}, could you ring the masters? They like you.",
            ),
        ),
        chat(
            "Demurrage statement {ref}",
            (
                "x",
                "We count {n} hours less than you do, as rain stopped the gang on {past}. Statement of facts attached.",
            ),
            ("me", "I'll check it against the log and revert."),
            by="charterer",
        ),
    ),
    tickets=(
        ("Crane 2 limit switch", "Stops a metre early. Spare is on board, needs a quiet day in port."),
        ("Short landed: {m} drums", "Drums are missing at discharge, see tally sheet {ref}. {contact}"),
        (
            "Tracking page shows ships on land",
            "Two of them, both in the Alps. Funny, but customers have noticed.",
        ),
        ("Stores list for next call", "Paint, filters, two mooring lines. Chandler's offer is {amount}."),
        ("Certificate expires next month", "Radio safety certificate. Surveyor can come to the next port."),
        ("Discrepancy in bill of lading {ref}", "Weight differs by {n} tonnes between draft and final."),
    ),
    events=(
        "Position meeting",
        "Call with the agent",
        "Claims review",
        "Charter party reading",
        "Vessel visit",
    ),
)

LOGISTICS = Trade(
    name="logistics",
    sites=(
        Site("Karavan Freight", ("karavan.example",), "Europe/Istanbul"),
        Site("Prairie Link Logistics", ("prairielink.example",), "America/Denver", "american"),
    ),
    teams={
        "Dispatch": ("Dispatcher", "Dispatch Lead", "Night Dispatcher"),
        "Warehouse": ("Shift Lead", "Inventory Controller"),
        "Customer Desk": ("Account Coordinator", "Customer Desk Lead"),
        "Fleet": ("Fleet Manager", "Workshop Planner"),
    },
    projects=(
        "cold chain tender",
        "dock scheduling",
        "tyre contract",
        "pallet pool",
        "night trunk",
        "customs broker switch",
        "route planner",
        "peak season plan",
        "camera tender",
    ),
    companies=(
        Company("Olmo Foods", "olmofoods.example", "customer"),
        Company("Hartmann Pumps", "hartmann-pumps.example", "customer"),
        Company("Sable Pharmaceuticals", "sablepharma.example", "customer"),
        Company("Rutland Tyres", "rutland-tyres.example", "supplier"),
        Company("Gateway Customs", "gatewaycustoms.example", "broker"),
        Company("Tessera Homeware", "tessera-home.example", "customer"),
    ),
    queues=(
        ("Dispatch Desk", "DSP", "desk", "Loads, drivers, delays"),
        ("Customer Care", "CUS", "support", "Questions from shippers"),
        ("Fleet and Yard", "FLT", "work", "Repairs and the yard"),
    ),
    rooms=("Control Room", "Loading Bay Office", "Canteen", "North Room"),
    chats=(
        chat(
            "Driver hours",
            (
                "a",
                "{person}'s driver hits his limit at {late}, forty minutes short of the drop. I'm sending a second man out with the pick-up. It isn't pretty but it's legal.",
            ),
        ),
        chat(
            "Seal number on {ref}",
            (
                "x",
                "Receiver says that the seal differs from the paper by one digit. Goods look fine. Can we unload?",
            ),
            ("me", "Yes, please take a picture of the seal first. It's a typing error on our side."),
            by="customer",
        ),
        chat(
            "Dock {n}",
            (
                "a",
                "The leveller at dock {n} is stuck halfway. Everything with a tail-lift goes there, the rest queues. Mechanic is on his way.",
            ),
            ("b", "How long? I've got three for {company} coming in on {day}."),
        ),
        chat(
            "Missing pallet",
            ("x", "We counted {m}, the note says one more. Could it still be on your trailer?"),
            ("me", "Found it behind the partition. Comes back with tomorrow's run."),
            by="customer",
        ),
        chat(
            "Temperature printout",
            (
                "x",
                "Our quality people want the full curve for load {ref}, not the summary. By {day}, please.",
            ),
            ("me", "Downloading it now. It's {m} pages, don't print it."),
            by="customer",
        ),
        chat(
            "Rockfall",
            (
                "a",
                "The pass is shut until the morning at least. Loads for the east go round, add four hours. I've told the customers whom I could reach.",
            ),
        ),
        chat(
            "Pallet account",
            (
                "a",
                "According to {company} we owe them {m} pallets. According to us they owe us nine. Somebody has a shed full of other people's pallets and I'd like to know who.",
            ),
        ),
    ),
    tickets=(
        ("Tail-lift of unit {m} sinks", "Slowly, under load. Workshop slot asked for {day}."),
        (
            "Late delivery at {company}",
            "We would like the reason in writing. It came two hours late on {past}. {contact}",
        ),
        ("Scanner gun drops connection", "Aisles at the far end only. Fine near the office."),
        ("Proof of delivery missing, {ref}", "Driver says he photographed it. Nothing in the system."),
        ("Yard gate opens by itself", "Twice in the night of {past}. Camera shows a fox."),
        (
            "Damaged cartons on load {ref}",
            "{n} cartons crushed on one corner, receiver accepted with remarks.",
        ),
    ),
    events=("Shift handover", "Load planning", "Carrier call", "Yard walk", "Rate review"),
)

HOTEL = Trade(
    name="hotel",
    sites=(
        Site("Hotel Miramar do Porto", ("miramarporto.example",), "Europe/Lisbon"),
        Site("The Juniper House", ("juniperhouse.example",), "America/Los_Angeles", "american"),
    ),
    teams={
        "Front Office": ("Front Office Manager", "Night Auditor", "Concierge"),
        "Events": ("Events Manager", "Banquet Coordinator"),
        "Housekeeping": ("Housekeeper", "Housekeeping Lead"),
        "Sales": ("Sales Manager", "Groups Coordinator"),
    },
    projects=(
        "spa opening",
        "wedding season",
        "linen contract",
        "lobby lighting",
        "winter rate sheet",
        "rooftop bar",
        "breakfast menu",
        "key card change",
        "pool repair",
    ),
    companies=(
        Company("Alvor Weddings", "alvorweddings.example", "planner"),
        Company("Brightside Tours", "brightside-tours.example", "tour operator"),
        Company("Lavanda Linen", "lavanda-linen.example", "supplier"),
        Company("Cardiology Congress", "cardio-congress.example", "client"),
        Company("Staylist", "staylist.example", "booking site"),
        Company("Vinhos Teles", "vinhosteles.example", "supplier"),
    ),
    queues=(
        ("Maintenance", "MNT", "desk", "Rooms and plant"),
        ("Guest Relations", "GST", "support", "Requests and complaints"),
        ("Events Desk", "EVT", "work", "Functions and groups"),
    ),
    rooms=("Salon Azul", "Library Bar", "Terrace Room", "Back Office"),
    chats=(
        chat(
            "Late check-out for the group",
            (
                "x",
                "The coach only comes at {late}. Could {m} of our guests keep their rooms until then, or leave the cases somewhere?",
            ),
            ("me", "We can keep ten rooms and store the rest of the cases behind the desk."),
            by="tour operator",
        ),
        chat(
            "Room 312",
            (
                "a",
                "Guest says that the shower sings. It does. Plumber thinks it's the valve, and has moved them to 314 with a bottle of something.",
            ),
        ),
        chat(
            "Allergies for the dinner",
            ("x", "Two more: one shellfish, one celery. Yes, celery. The seating stays as it was."),
            ("me", "Kitchen knows. Celery was the one that made the chef sit down."),
            by="planner",
        ),
        chat(
            "Overbooked on {day}",
            (
                "a",
                "By {n}. I've asked the house across the road to hold rooms at {amount}. If anybody rings to cancel, be nice and be quick.",
            ),
            ("b", "One cancelled ten minutes ago. {n} minus one."),
        ),
        chat(
            "Linen short again",
            (
                "a",
                "We sent {m} bath sheets and got {n} fewer back. It's the third week. I'm weighing the bags from now on.",
            ),
        ),
        chat(
            "Rates on your page",
            ("x", "The price for the family room shows without breakfast. Was that meant?"),
            ("me", "It wasn't. Corrected, it should show within the hour."),
            by="booking site",
        ),
        chat(
            "Wine delivery",
            (
                "x",
                "The white that you like is out until the new vintage. I could send the neighbour's, which honestly is better.",
            ),
            ("me", "Send us two cases and we'll have an opinion."),
            by="Vinhos Teles",
        ),
    ),
    tickets=(
        ("Air conditioning in 207 drips", "Onto the desk, of all places. Room is out of sale until {day}."),
        (
            "Lost earring, room {m}",
            "I am sure that it is behind the bed. Could somebody look once more? {contact}",
        ),
        ("Dance floor panels", "{n} panels are chipped. Needed again on {day}."),
        (
            "Key cards stop working at midnight",
            "Every guest who stays longer than three nights. Started on {past}.",
        ),
        ("Bill shows two minibars", "Guest paid {amount} too much, reference {ref}."),
        ("Terrace heater does not light", "The one by the olive tree. Gas bottle is full."),
    ),
    events=("Morning briefing", "Menu tasting", "Function sheet meeting", "Room inspection", "Rate call"),
)

ENERGY = Trade(
    name="energy",
    sites=(
        Site("Tidewater Grid", ("tidewatergrid.example",), "Australia/Sydney"),
        Site("Volta Regional", ("voltaregional.example", "volta-netz.example"), "Europe/Vienna"),
    ),
    teams={
        "Network Control": ("Control Engineer", "Shift Supervisor"),
        "Field Services": ("Field Engineer", "Crew Planner", "Safety Officer"),
        "Customer Connections": ("Connections Officer", "Case Manager"),
        "Asset Planning": ("Planning Engineer", "Asset Analyst"),
    },
    projects=(
        "substation rebuild",
        "smart meter batch",
        "feeder 9 upgrade",
        "battery pilot",
        "storm readiness",
        "pole inspection",
        "solar queue",
        "outage map",
        "transformer lease",
    ),
    companies=(
        Company("Keel Switchgear", "keel-switchgear.example", "supplier"),
        Company("Brindle Dairy", "brindledairy.example", "customer"),
        Company("Heliostat Solar", "heliostat.example", "developer"),
        Company("Pinnacle Line Crews", "pinnacle-crews.example", "contractor"),
        Company("Energy Regulator", "energy-regulator.example", "authority"),
        Company("Marlow Cold Stores", "marlowcold.example", "customer"),
    ),
    queues=(
        ("Network Faults", "NET", "desk", "Faults and outages"),
        ("Connections", "CON", "support", "New connections and upgrades"),
        ("Asset Works", "AST", "work", "Planned works"),
    ),
    rooms=("Turbine", "Ops Room 2", "Drawing Office", "Level 3 Quiet"),
    chats=(
        chat(
            "Switching plan for {day}",
            (
                "a",
                "Step {n} has the wrong isolator on it. Nobody has been hurt as nobody has done it yet. New version is out, please tear up the old one.",
            ),
            ("b", "Torn. Crew has the new one in the truck."),
        ),
        chat(
            "Planned outage letter",
            (
                "x",
                "We need the cold store on supply by {late} at the latest or the whole stock has to move. Is there any slack?",
            ),
            ("me", "We'll bring a generator. You should see a dip of a few seconds, no more."),
            by="Marlow Cold Stores",
        ),
        chat(
            "Delivery of the breaker",
            (
                "x",
                "Factory test is passed, truck leaves on {day}. It needs a crane of {m} tonnes at your end.",
            ),
            ("me", "Crane is booked. Ring the gate half an hour before."),
            by="supplier",
        ),
        chat(
            "Possum",
            (
                "a",
                "Feeder tripped at 03:12, back at 03:40. Cause as in the subject line. Guard is ordered for that pole.",
            ),
        ),
        chat(
            "Regulator's question {ref}",
            (
                "x",
                "Please state the number of customers who were off for longer than four hours in the event of {past}.",
            ),
            ("me", "We count {m}, all on one spur. Formal answer follows with the map."),
            by="authority",
        ),
        chat(
            "Crew availability",
            (
                "a",
                "Two off with the flu, one on a course. I can staff the pole round or the meter batch, not both. {person}, which hurts less?",
            ),
            ("me", "Do the poles, the meters can wait a week."),
        ),
        chat(
            "Solar queue position",
            ("x", "Could you tell us how many projects are ahead of ours? Our bank asks every week."),
            ("me", "Nine, of which three look shaky. I'd tell the bank the autumn."),
            by="developer",
        ),
    ),
    tickets=(
        ("Voltage complaints, river end", "{n} calls since {past}. Logger goes in on {day}."),
        ("Gate at the depot does not latch", "Closes, looks closed, isn't. Chain on it for now."),
        ("Upgrade to three-phase", "When can you come? We accepted quote {ref}. {contact}"),
        ("Transformer hum", "Neighbours hear it at night. Measured {m} dB at the fence."),
        (
            "Meter swap went to the wrong flat",
            "Numbers on the landing were switched by the builder. Needs a second visit.",
        ),
        ("Outage map shows yesterday", "Stuck since the update on {past}. Phone lines notice."),
    ),
    events=("Toolbox talk", "Outage review", "Switching rehearsal", "Contractor call", "Pole walk"),
)
