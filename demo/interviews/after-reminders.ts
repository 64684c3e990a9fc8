import type { InterviewNotes } from '../interview-notes.js';

export const afterRemindersInterviews: InterviewNotes[] = [
  {
    who: 'ines',
    day: 24.3,
    quality: 0.9,
    organic: false,
    targets: ['help', 'harm'],
    quotes: `
      2:27 +relief .9 | It's not me. That's the whole thing. "Kettle will have sent you one of its texts," I say, like it's the weather.
      7:24 +relief .5 prompted | Yes, I'd say I feel better. I feel better Monday to Thursday.
      13:21 +ignored .8 | The flats people, though. Two reminders and nothing. It's a machine writing to a machine, nobody's in.
      17:20 +still .8 | I still ring on a Friday. I thought I'd stop, and I've got the app going and I'm ringing.
      20:03 +paid-already .7 | One woman had paid me on the Tuesday and got a reminder on the Wednesday. She sent me a screenshot of her bank. I wanted the ground to open up.
      23:49 +wrong .7 | It goes to whoever let me in. So it's gone to the caretaker, twice. He's retiring.
      32:40 +relief .5 | The eighty-quid ones just come in now. I don't even notice them, so I should probably say that, because I only notice the bad ones.
      34:14 +still .5 | So it's, um. It's less. It's definitely less. It's just, what's left is the ones I don't want to do.
      40:41 +ignored .5 prompted | Would more of them help? No. That's just more of them not reading it.
      45:44 -still .5 | Actually no, tell a lie, last Friday I didn't ring anybody. But that was half-term. ## One week without ringing, put down to half-term.
    `,
    talk: `
      M: Last time we spoke you told me about the smiley. How is it now?
      P: The smiley's gone! [1]
      M: So would you say it's better?
      P: [2]
      M: What happens on Friday?
      P: I'm coming to that. [3]
      M: And then?
      P: [4] It's on the calendar. "Ring."
      M: Has a reminder ever gone wrong?
      P: Once, badly. [5]
      M: Who do the ones for the flats go to?
      P: Ah, well. [6]
      M: Is anyone paying faster?
      P: Yes. I mean, yes. [7]
      M: How would you sum it up?
      P: Hm. [8]
      M: It sends a third one after three weeks. Would that help, or more of them?
      P: [9]
      M: And you still ring every week?
      P: Every week. [10]
    `,
  },
  {
    who: 'mo',
    day: 19.2,
    quality: 0.82,
    organic: false,
    targets: ['help', 'reach'],
    quotes: `
      3:25 +relief .8 | My dad's mate got one and rang my dad, and my dad goes "it's computer, Hanif, it does it to everyone". Sorted. Four hundred quid.
      6:10 +ignored .9 | Builders don't even open it. You can see, it says seen, not seen. Not seen, not seen, not seen.
      7:00 +still .8 | So what do I do, I go round. I've been round twice this month. It's a good app, but I've been round twice.
      13:14 +wrong .8 | I quote the foreman, I invoice the foreman, and the foreman's got nothing to do with paying. It needs to go to the girl in accounts and nobody ever gives you the girl in accounts.
      17:50 -relief .6 | Some of them know it's me who set it up, though. They're not daft. "You've set your robot on me." ## Customers who know him personally are not fooled by the sender.
      23:57 +paid-already .6 | Paid in cash, and I forgot to tick it. Off goes the reminder. My fault, but it's my name on the text.
      24:54 +relief .4 prompted | Less stressed, yeah. My wife says so. She says I've stopped reading out names at dinner.
      26:26 +ignored .6 | I think, I mean I can't prove it, but the ones it works on, they were gonna pay anyway. It's just a bit sooner.
      27:12 +still .5 | End of the day it's a face at the door that gets you paid. I don't like it, but there you go.
      31:44 +ignored .5 | Nine o'clock in the morning it goes out. Who's reading a text about money at nine in the morning? A builder? On a roof?
    `,
  },
  {
    who: 'beata',
    day: 11.3,
    quality: 0.93,
    organic: false,
    targets: ['harm', 'reach'],
    quotes: `
      1:44 +tone .9 | "Your invoice is now overdue." To a client of eleven years! She was three days over because of the bank holiday. She rang me and she was not angry, she was hurt, which is worse.
      6:02 +off .9 | I turned it off the same evening, for everybody. I would rather wait than lose Mrs. Aldous.
      9:46 +tone .7 | I would never say "now overdue". I would say "I think this one slipped through". That is how you speak to a person.
      10:55 +still .6 | So now I am back to my list, with the highlighter. Yellow is late, pink is I have to be brave, and then there is one in blue, that's my sister-in-law, I just leave that one.
      11:46 +wrong .6 | For offices it goes to the person who has the keys. The person with the keys has no money.
      16:08 -relief .8 | Relief, no. When I came on the Thursday she showed me on her phone, and it had my company name on top, and I thought, who is this shouting at her? It is me. ## A client of eleven years took offence at the first automatic text.
      18:31 +ignored .6 | The two big offices, no reaction, none. Only the nice ones reacted.
      21:33 +tone .5 prompted | If I could change the words, yes, I would try it again. Maybe. With the new clients.
      22:15 -off .4 | My daughter says switch it on just for companies. She's right, probably. Companies have no feelings. ## Would turn it back on for companies only.
      22:54 +paid-already .5 | Two of them pay by standing order on the fifth and get the reminder on the third. Every month it tells them off for being punctual.
      25:52 +tone .8 | You have to understand, she came to my daughter's christening. I clean her house but I also, you know, I have the key, I know when she is not well. You cannot send such a person a text with a red line in it. Even the invoice I do not send before the tenth, I wait until her pension is in.
    `,
  },
  {
    who: 'terry',
    day: 10.2,
    quality: 0.85,
    organic: false,
    targets: ['help', 'harm', 'reach'],
    quotes: `
      3:52 +ignored .8 | I've got one developer on nine invoices and every one's had its three reminders. Twenty-seven. I rang and he goes "oh, is that what those are".
      6:12 +seat .9 | Twenty-one quid a month with the missus on it, and for what? To send a text that don't work. I'll be straight with you, if that's not sorted when it renews, I'm off.
      9:20 +still .9 | Course I'm still ringing. I'm ringing more, because now I know exactly who ain't opened it.
      9:56 +tone .6 | It says "just a friendly reminder". There's nothing friendly about nine grand.
      13:21 +relief .4 | Domestic, fine. They get the text, they pay, nobody falls out. I'll give you domestic.
      13:55 +ignored .7 | What frightens a developer is a letter. With a logo and a date on it and the word "interest".
      17:23 +seat .8 | Why's she a second person? She's doing the job I'd be doing. It's one job.
      18:59 +wrong .5 | They've all got an accounts-at address and it's a black hole, I'm convinced there's nobody there.
      20:13 -tone .6 | You lot worry about offending people. I've been trying to offend him for five months. ## Wants a harder last reminder for developers, not a softer one.
      22:12 -off .5 | I wouldn't turn it off, what, and do it all by hand? I'm moaning, I'm not stupid. ## Keeps reminders on, although he threatened to leave earlier in the call.
    `,
  },
  {
    who: 'kofi',
    day: 7.1,
    quality: 0.88,
    organic: false,
    targets: ['help', 'harm'],
    quotes: `
      1:01 +relief .8 | I like that it goes at nine in the morning, when I am asleep. It's the only part of my business that gets up early.
      3:50 +ignored .6 | The hotel still pays on day fifty-eight. I have sent three reminders. It was day fifty-eight. I laughed.
      5:14 +tone .8 | The lady was locked out with a child, I was kind to her, then the phone says "Final notice". I went from the nice locksmith to the bailiff in three weeks, by text.
      6:12 +off .6 | I'd like a list of names for it to skip. There's no such list, so I mark them as paid. Which, please don't tell my accountant.
      7:20 +paid-already .8 | The bank takes two days to tell you, and you take zero days to tell them off.
      8:08 +still .6 | The agents I still go and stand in the office. With my tool bag. It helps to have the tool bag.
      9:24 -still .5 | The private people, no, I don't chase any more. I used to spend a whole morning. I sleep. ## Private customers only; he still visits agents.
      11:07 +wrong .7 | Tenant lets me in, agent booked me, landlord pays. Guess which of the three gets the text.
      12:48 +relief .6 prompted | Before, I felt like a beggar, so yes. This is better than beggar.
    `,
  },
  {
    who: 'gareth',
    day: 3.4,
    quality: 0.8,
    organic: false,
    targets: ['help', 'harm', 'reach'],
    quotes: `
      3:15 -relief .5 | Never needed it to do the asking for me. I quite like the asking. ## Never found chasing hard; it is his son who is relieved.
      4:43 +ignored .8 | Eleven four became eight two, so somebody there can read. Then it stopped at eight two. I think they paid it to make the texts stop.
      7:00 +wrong .8 | Housing association changed its accounts system and wants it all through a supplier portal. So the reminder's going to an inbox, and the inbox replies "do not reply to this inbox".
      7:53 +still .7 | My lad's still on the phone to the small ones, mind. I asked him, does it not do that for you? He says it does the first bit.
      9:41 +tone .6 | One old boy came into the yard with it printed out. Wanted to know what he'd done wrong. He'd done nothing wrong, he was a week late.
      10:33 +seat .7 | I've four vans, so that's four lots of nine, and then the girl in the office. I make that fifty-seven quid. I went and got a price off the other crowd, to be honest with you.
      15:39 +off .5 | My lad switched it off for the street we live on. Fair play. You don't send final notices to your own street.
      19:17 -wrong .4 | The new-builds firm, it went straight to the right person and they paid in four days, so it's not always. ## A customer with a named accounts contact on the quote.
      20:47 -ignored .6 | It does work on some of the big ones. The school paid in a week, and I'd given up on the school. ## One school; its first payment inside terms.
      23:53 +relief .6 | My lad's a different boy. He was sick about it, physically, ringing people. Now he only rings the ones who've earned it.
      30:56 +still .5 | I went up to the housing association myself in the end. Sat in reception. Very nice reception. Somebody came down, and do you know, she'd never heard of me, and she's the one who pays me.
    `,
  },
  {
    who: 'dawn',
    day: 1.1,
    status: 'failed',
    organic: false,
  },
  {
    who: 'trish',
    day: 0.02,
    status: 'in_progress',
    organic: false,
  },
];
