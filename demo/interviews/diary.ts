import type { InterviewNotes } from '../interview-notes.js';

export const diaryInterviews: InterviewNotes[] = [
  {
    who: 'stu',
    day: 82.3,
    quality: 0.8,
    targets: ['plan', 'reach'],
    quotes: `
      1:44 +travel .9 | I've got four hundred and ten houses and I reckon I drive past some of them three times in a day. There's got to be a cleverer way round than what's in my head.
      4:24 +phone .7 | It's all on the phone. If the phone goes in the bucket, and it has gone in the bucket, I'm a man with a ladder and no idea.
      9:36 +text .9 | Started texting the night before so they unlock the side gate. Locked gates went from, what, six a day to one. One! Same customers.
      12:59 +noshow .6 | You can't get a no-show cleaning windows, but you get the gate. The gate's my no-show.
      15:24 -window .6 | Mine don't care what time. They care that it's not bin day. ## Nobody has to be in for him: he works outside.
      18:21 +office .4 | The office is me with a sandwich.
      21:39 +travel .7 | I'd let it plan the lot, me. Tell me where to point the van. I've no pride about it.
      22:22 -emergency .4 | Only emergency I get is an estate agent with a viewing. ## A fixed round: nothing is urgent.
      27:09 -order .7 | Order doesn't bother me. I do the left side of the street because I always did the left side of the street. That's not a reason, is it? ## The one person who would hand the order over: no appointments, no one at home.
      31:07 +text .6 | Except the one time I texted the whole of Unthank Road the wrong day. Sixty-odd gates open, no me. I had people ringing to say their dog was out.
    `,
  },
  {
    who: 'hannah',
    day: 76.1,
    quality: 0.91,
    targets: ['plan', 'change', 'reach'],
    quotes: `
      5:38 +emergency .9 | I've a beautiful plan at half seven. By ten past eight there's sewage in somebody's kitchen in Leigh, and that's your plan.
      11:21 +order .9 | We tried one of them route planners. It sent Baz past his ex-wife's twice a day and put the jetter outside the school at ten to nine. It was shorter, I'll give it that.
      13:55 +order .8 | It's not the miles. It's who gets on with who, who's got the big van, who's been told off by that customer before. Nobody's typed that in.
      23:18 +paper .6 | There's a whiteboard. Kettle's on the screen and then there's the whiteboard, and if they disagree the whiteboard wins.
      25:33 +window .8 | They ring at nine asking when's he coming, they ring at ten asking when's he coming. I said morning, Mrs. Pilling. It is the morning.
      27:50 +office .7 | Six vans, one me. When I had shingles they closed on the Wednesday.
      31:20 +travel .6 prompted | Diesel's two thousand two hundred a month, so yes, if you're asking would I like less driving, I'd like less driving.
      34:24 +noshow .5 | Nobody's ever out when it's drains. It's the surveys they forget.
      39:22 +text .7 | I do the texts by hand at five o'clock, copy and paste, change the name. I called a Mr. Hussain "Brenda" in March.
      41:32 +order .9 | Right, so this is Tuesday. Baz can't be before ten because of the little one. Ste's got the big van but he's not been allowed on the M6 site since the business with the barrier. Kev's new, so Kev goes with somebody, and not with Ste. You tell me what shape that is on a map, because I'll tell you what shape it is, it's Wigan.
      43:22 +emergency .5 | Mondays are worst. They've been looking at it all weekend.
    `,
    talk: `
      M: Talk me through this morning.
      P: This morning? All right. [1]
      M: What did you do with it?
      P: Ripped it up. Not literally. I moved four, rang two and lied to one.
      M: Have you ever used anything to plan it for you?
      P: Ha. Yes. [2]
      M: What did it not know?
      P: [3]
      M: So where does the plan live?
      P: [4] I know, I know. I can see your face.
      M: What do customers ring about most?
      P: When. Only ever when. [5]
      M: Who covers for you?
      P: Nobody does. [6]
      M: If the driving could be cut, would that help?
      P: Well, obviously. [7] But that's the boss's diesel, it's not my morning.
      M: Do you get people not being in?
      P: Not for blockages. [8] Free surveys. You never forget one you've paid for.
      M: How do you remind people?
      P: Don't. [9] He was very nice about it.
      M: Could you show me tomorrow, how you'd build it?
      P: [10]
      M: Is there a day that's worse than the others?
      P: [11] Mondays I don't even draw it up.
    `,
  },
  {
    who: 'priya',
    day: 70.2,
    quality: 0.84,
    targets: ['reach', 'change'],
    quotes: `
      1:23 +noshow .9 | A no-show for me is two hours. It's a standard poodle. You can't just fit a standard poodle back in somewhere, and I've still got Megan here to pay, so it's not nothing. Two of those a week is basically my rent.
      1:55 +deposit .8 | I went to ten pounds on booking in January and it stopped overnight. Nobody left. One lady huffed.
      5:40 +text .8 | The reminder text does more than I do. They reply to it with a picture of the dog, which I don't need but I'm not going to say stop.
      8:03 +phone .8 | Phone. Always the phone. I had a paper one and the spaniel ate April.
      8:50 -text .5 | There's one who gets the text every time, says "see you tomorrow!" and does not come. Every time. I think it's a hobby. ## One persistent no-show; a text does not reach people who do it on purpose.
      9:52 +office .3 | I had my mum answering for a bit but she kept giving discounts.
      11:13 -deposit .5 | I let the old boys off, the ones with one dog and no internet. You can't ask them to click a link. ## Exempts older regulars who do not bank online.
      12:36 -paper .7 | Paper's romantic until it's wet. ## Works next to a bath.
    `,
  },
  {
    who: 'len',
    day: 63.3,
    quality: 0.78,
    targets: ['plan'],
    quotes: `
      -- +paper .9 | It's an A4 page-a-day from the stationer's, same one since 1991. They're all in t'loft. You want to know what I did on the fourth of May 1997, I can tell you, I were hanging doors in Elland.
      -- +paper .8 | Nobody's ever rung me up to say my diary's been discontinued.
      -- +order .6 | I do the furthest one first so I'm driving home all day. Nobody had to work that out for me.
      -- -window .5 | I tell them Tuesday. If they say what time, I say Tuesday. ## Gives a day and refuses a time; a little later he doubts it.
      -- +window .6 | One lady took a day off work for me and I'd only come to measure up. I felt bad about that. So aye, maybe a time.
      -- -phone .7 | My phone's for ringing people. I can't see owt on it without my glasses, and my glasses are in the van. ## Cannot read a phone on site.
      -- -text .6 | I've never texted the night before in my life and I've never had a locked door. They know me. ## Known in the valley for thirty years; agrees the day in person.
      -- +paper .5 | The lad's got it all on his phone, and I've noticed he writes it on his hand.
    `,
  },
  {
    who: 'ade',
    day: 57.2,
    quality: 0.87,
    targets: ['reach'],
    quotes: `
      3:11 +noshow .9 | Saturday just gone, three no-shows before noon. That's six hours of braids. I've got a stylist sat there on her phone and I'm paying her to sit there on her phone.
      4:25 +deposit .9 | Twenty percent, non-refundable, and it goes towards your style. My cousin said you'll lose clients. I lost exactly the ones I wanted to lose.
      7:42 +deposit .6 | It's mainly the Saturdays, honestly. Weekdays I don't push it so much, if they ring me the day before I just move it.
      8:33 +text .7 | Text at six the evening before, that's the sweet spot. Any earlier they forget again, any later they're already out.
      11:44 +phone .6 | All five chairs are on the one iPad and each girl has it on her own phone as well. They swap between them, I don't get involved.
      18:41 -paper .6 | I kept a paper book the first year. Two people could not look at it at once. That was the end of the paper book. ## Five stylists who have to see the same day at once.
      24:32 +window .5 | With hair it's ten o'clock or it's nothing. Nobody wants "between eight and one" for their head.
      28:57 +office .5 | I am reception. I am also the toilet roll. People think owner means sitting.
      30:38 +deposit .5 | My aunty calls it extortion. She pays it, though, and she hasn't missed one since.
      33:12 +emergency .4 | Emergency, yes. Bride, Friday, box dye. I moved four people.
    `,
  },
  {
    who: 'rhys',
    day: 50.4,
    quality: 0.85,
    targets: ['plan', 'change', 'reach'],
    quotes: `
      2:51 +window .8 | Someone's taken annual leave for us. I don't think the lads always get that. You say between eight and one and that's half of somebody's holiday.
      4:40 +office .8 | Beth does the diary. She's also my wife and she's also got a job. So the diary gets done at twenty to eleven.
      7:34 +order .8 | If a computer put my two-day install next to a service call in Newport I'd switch it off. I know which jobs overrun. It's the ones with a conservatory.
      8:43 +travel .5 | Driving's dead time, fair play. Swansea and back is a whole service visit I didn't do.
      9:35 +phone .5 | We're all on the phones. Only thing on paper is the commissioning sheet, because the manufacturer still lives in 1986.
      12:38 +noshow .6 | Surveys, one in five, nobody's in. And it's an hour there.
      16:36 +text .6 | Beth sends "still ok for tomorrow?" and most of them just put a thumb. Couple of times a month somebody's forgotten.
      19:52 +emergency .6 | No heating, December, baby in the house. You go. I don't care what's in the diary, and neither would the next customer if you told them.
      22:53 +order .5 | Let me drag it about. Don't be clever, just let me drag it about.
      25:58 +order .7 | We had one, Llantwit, booked as a day, and there's a beam. Nobody knew there was a beam. Day and a half on the beam. Now you can have all the clever software in Cardiff but it's not been up that loft, and I had, and even I missed it.
    `,
  },
  {
    who: 'callum',
    day: 47.3,
    quality: 0.34,
    targets: ['plan'],
    quotes: `
      4:04 +paper .3 | Wee book, aye. In the door of the van.
      6:53 +travel .3 | It's a fair drive, aye, to most of them.
    `,
  },
  {
    who: 'nick',
    day: 43.1,
    quality: 0.82,
    targets: ['plan', 'change'],
    quotes: `
      0:31 +emergency .8 | October to March I don't have a diary, I have a queue.
      1:00 +order .7 | The last app I was on kept putting Margate and Maidstone together because they both begin with, I don't know why. I turned it off after two days. Then it kept emailing me about what I was missing out on, and I thought, mate, you had me in Margate twice on a Tuesday.
      2:17 +window .7 | I give them an hour and I text if I'm late. It's in the reviews a lot, actually, "turned up when he said". More than the boiler is.
      4:16 +phone .9 | There's just me, so it's the phone. I book while I'm under a sink, with my nose.
      5:03 -paper .5 | My old gaffer had a paper diary and he left it on the roof of the van on the A2. ## Somebody else's story; he never kept one himself.
      6:58 +text .5 | Text goes the night before and I get maybe one in ten saying oh god, I forgot. That's one in ten I'd have driven to.
      9:01 +travel .4 prompted | I'd look at a route if it showed me one. I'd look at it. Doesn't mean I'd do it.
      10:59 +noshow .7 | They don't say sorry either. "Oh, was that today?" I've done forty minutes on the M2, love.
    `,
  },
  {
    who: 'dawn',
    day: 36.2,
    quality: 0.9,
    targets: ['plan', 'change', 'reach'],
    quotes: `
      0:44 +office .9 | I'm the diary. He can have all the apps he likes, they ring me and say "where am I next, Dawn".
      1:25 +paper .8 | I've got Kettle open and I've got the desk diary open and I do both. I know. But when the internet went in February I was the only one in the building still working.
      2:07 +order .8 | Phil won't do Mrs. Askew because of the parrot. Now you put that in an algorithm.
      3:59 +emergency .7 | Two a day. I leave a hole at eleven and a hole at three and I call them lunch.
      6:58 +window .6 | If I say nine to eleven they hear nine.
      9:41 +noshow .5 | We charge forty for a wasted visit and I've never once put it on an invoice.
      11:04 +text .6 | I'd want it to come from our number, not some Kettle number. They'd think it was a scam. I'd think it was a scam.
      13:02 -phone .6 | You can't rely on the lads' phones. Darren's has been flat since about Easter. ## The office's view of phones on site.
      15:34 -travel .7 | Driving's when they eat. You take the driving away and they'll only stop somewhere. ## Time on the road doubles as the break.
    `,
  },
];
