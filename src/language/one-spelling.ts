const our =
  /^(arm|behavi|cand|clam|col|demean|endeav|fav|flav|glam|harb|hon|hum|lab|misbehavi|neighb|od|parl|rig|rum|sav|splend|tum|val|vap|vig)our/;
const ize =
  /^(agon|anonym|antagon|apolog|author|capital|categor|central|character|civil|commercial|computer|concept|conceptual|contextual|critic|custom|decentral|depriorit|destabil|digit|digital|econom|emphas|equal|external|familiar|final|formal|general|global|harmon|hypothes|ideal|immun|incentiv|individual|industrial|initial|internal|item|jeopard|legal|local|material|maxim|mechan|memor|minim|mobil|modern|monet|natural|neutral|normal|optim|organ|parametr|patron|penal|personal|polar|popular|priorit|privat|public|random|rational|real|recogn|reorgan|sanit|scrutin|serial|social|special|stabil|standard|subsid|summar|symbol|sympath|synchron|system|token|trivial|util|vandal|verbal|victim|visual)is(?=e|ing|ation|able)/;
const single =
  /^(cancel|channel|counsel|dial|fuel|label|level|marvel|model|panel|pencil|signal|total|travel|tunnel)l(?=ed$|ing$|er$|ers$|ation$)/;
const others = new Map(
  Object.entries({
    analyse: 'analyze',
    analysed: 'analyzed',
    analyses: 'analyzes',
    analysing: 'analyzing',
    acknowledgement: 'acknowledgment',
    ageing: 'aging',
    catalogue: 'catalog',
    catalogues: 'catalogs',
    centre: 'center',
    centres: 'centers',
    cheque: 'check',
    cheques: 'checks',
    defence: 'defense',
    dialogue: 'dialog',
    dialogues: 'dialogs',
    enrol: 'enroll',
    enrolment: 'enrollment',
    fulfil: 'fulfill',
    grey: 'gray',
    judgement: 'judgment',
    licence: 'license',
    licences: 'licenses',
    litre: 'liter',
    litres: 'liters',
    metre: 'meter',
    metres: 'meters',
    offence: 'offense',
    paralyse: 'paralyze',
    programme: 'program',
    programmes: 'programs',
    sceptical: 'skeptical',
    skilful: 'skillful',
    theatre: 'theater',
    tyre: 'tire',
    tyres: 'tires',
  }),
);

/** The American spelling of a lower-case English word, so that both spellings are one word. */
export function oneSpelling(word: string): string {
  return others.get(word) ?? word.replace(our, '$1or').replace(ize, '$1iz').replace(single, '$1');
}
