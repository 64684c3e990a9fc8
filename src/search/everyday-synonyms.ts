/**
 * Words of everyday English that say the same, and forms of one word that stemming leaves apart, one group a
 * line, written by hand. Only for finding: what groups quotes or checks a sentence needs a narrower sense.
 */
export const everydaySynonyms = `
write wrote written
buy bought purchase
sell sold
send sent
spend spent
build built
take taken took
give gave given
keep kept retain
leave left quit
hear heard
hold held
know knew known
mean meant
meet met
run ran
see saw seen
show shown display
speak spoke spoken
teach taught
understand understood comprehend
win won
break broke broken
choose chose chosen choice pick select
drive drove driven
eat ate eaten
fall fell fallen
forget forgot forgotten
grow grew grown growth
hide hid hidden conceal
steal stole stolen theft rob
bring brought
catch caught
begin began begun start
deal dealt
man men
woman women
worse worst bad
better best good
old older oldest
big bigger biggest large larger huge
small smaller tiny little
fast faster quick quicker rapid speed
slow slower
easy easier easily ease simple simpler straightforward effortless
hard harder difficult difficulty tough
cheap cheaper affordable inexpensive
long longer lengthy
short shorter brief
young younger
high higher
low lower
safe safer safety
strong stronger strength
weak weaker
late later
clear clearer clarity
afraid fear scared frightened
dislike hate loathe
prefer rather favorite
teacher educator tutor instructor lecturer
class classroom lesson course
essay assignment homework paper coursework
colleague coworker teammate peer
company firm business employer organization
job occupation profession career role
task chore duty
duty responsibility obligation
office admin administrative paperwork clerical
income earn revenue
money cash funds dollar
copywriter writer
musician composer singer artist
illustrator artist painter designer
artist creator creative
song music tune
picture image photo photograph illustration
check verify confirm validate
check review inspect examine
fail failure crash
wrong incorrect false inaccurate
correct edit amend
add insert include
type key enter input
entry enter input
chart graph graphic diagram
printout print
column row field
guide manual instruction handbook
instruction direction
essential necessary
clear obvious evident
short concise brief
sentence phrase
send submit transmit
submit transmit upload deliver
receive get got obtain
fetch get obtain retrieve
obtain acquire
give provide supply
show present reveal
tell inform notify
permission consent approval
forbid ban prohibit restrict
penalty fine punish
resign quit leave
disappear vanish gone
appear seem
spot notice detect
notice realize observe
attempt round
always constantly
sometimes occasionally
book schedule reserve
slot available
chat conversation talk
idea concept thought
think thought
believe belief trust
reliable dependable accurate trustworthy
suspect accuse suspicion
secret quietly hidden
admit confess acknowledge
truth true honest
lie deceive deceitful
fair honest
generic bland similar
style voice tone
ai model llm chatgpt
homepage page site
picture graphic icon image symbol
icon symbol logo sign
layout design arrangement
crowded cluttered dense
skim skip
skip ignore
ignore overlook
search find look
explore browse
complete finished whole
part piece section portion
whole entire full
empty blank
new novel latest recent
old legacy outdated previous former
old established familiar
previously earlier
modern contemporary
fashioned dated outdated
newcomer beginner novice starter
expert experienced expertise
skill ability talent
knowledge expertise
experience experienced
effect impact affect influence
plan prepare
disagree object
complain complaint
praise compliment
thank grateful
example sample
trial pilot
interview conversation
proof evidence confirmation
confirm acknowledge
world country local
town city
train rail
nurse caregiver
hospital clinic
sick ill disease
disability impairment
special different
family parent relative
mother mom
father dad
friend buddy
veteran soldier
grant grantee
market industry
shop store
lunch meal
tablet device
pandemic covid coronavirus
distraction interrupt
tired exhausted
tedious repetitive monotonous
happy glad pleased satisfied
proud pride
embarrassed ashamed shame
mood feeling emotion
lazy idle
muscle exercise
rust wither dull
steer control direct
control manage
sign name
waste lose
half partial
together joint
alone solo
separate apart
flip switch
print page
link url
free complimentary
upgrade improve
export download
convert transform
draft version
publish release
post publish
deposit prepayment
stock inventory
supplier vendor
contract agreement
union association
team crew group
partner ally
fan follower
crowd flood swamp
flood saturate
future tomorrow
threat threaten danger
chance opportunity
possible feasible
capable able
ready prepared
willing eager
blame fault
guess assume
wonder question
curious interested
boring uninteresting
attention focus
focus concentrate
remember recall
remember memory
fired terminated sacked dismissed
exist survive
chatbot bot
`;
