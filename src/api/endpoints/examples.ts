type Writable<Value> = Value extends object
  ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
  : Value;
/** Keeps the literal types of a value, so that the endpoint that shows it can check it against its schema. */
const exact = <const Value>(value: Value) => value as Writable<Value>;

const at = Date.UTC(2026, 5, 1, 9);

const quote = exact({
  evidenceId: 'ev-112',
  kind: 'evidence',
  quote: 'I exported it to a spreadsheet because I did not trust the total.',
  themeId: 'theme-totals',
  themeLabel: 'Totals are checked by hand',
  studyId: 'study-onboarding',
  studyName: 'First week of a new team',
  sourceItemId: 'call-31',
  participantName: 'Ines',
  timeInCallSecs: 754,
  capturedAt: at,
});

const counterQuote = exact({
  ...quote,
  evidenceId: 'ev-140',
  kind: 'counterEvidence',
  quote: 'The total was right every time I looked.',
  note: 'Uses one currency only.',
  participantName: 'Tomasz',
});

const signal = exact({
  signalId: 'sig-trust',
  ref: 'SIG-7',
  label: 'People do not trust the totals',
  description: 'Teams check every total by hand before they send it on.',
  stage: 'established',
  trajectory: 'rising',
  participantCount: 6,
  studyCount: 2,
  lastUpdated: at,
  confidenceBand: 'moderate',
  archived: false,
  actionable: true,
});

const workItemLink = exact({
  url: 'https://linear.app/acme/issue/ENG-42',
  provider: 'linear',
  externalId: 'ENG-42',
  title: 'Show how a total is made',
  linkedAt: at,
});

const actionItem = exact({
  action: 'Show the rows behind every total',
  priority: 'high',
  supportingEvidence: 'Six people rebuilt the total elsewhere.',
});

const recommendation = exact({
  recommendationId: 'rec-9',
  title: 'Show how a total is made',
  body: 'Let people open a total and see its rows.',
  lifecycleState: 'accepted',
  signals: [{ signalId: signal.signalId, ref: signal.ref, label: signal.label }],
  decision: { value: 'accepted', at, note: 'Fits the reporting work.' },
  workItemLinks: [workItemLink],
  generatedAt: at,
  confidence: 'moderate',
  actionItems: [actionItem],
});

const list = <const Item>(item: Item) => ({ data: [exact(item)], cursor: null, total: 1 });
const one = <const Resource>(data: Resource) => ({ data: exact(data) });

/** One realistic answer per resource, shown in the OpenAPI document and checked against its schema. */
export const examples = {
  signals: list(signal),
  signal: one({
    signalId: signal.signalId,
    belief: {
      ref: signal.ref,
      label: signal.label,
      description: signal.description,
      trajectory: signal.trajectory,
      stage: signal.stage,
      confidence: 0.58,
      confidenceBand: signal.confidenceBand,
      firstSeen: at,
      lastUpdated: at,
      archived: false,
      actionable: true,
    },
    implication: 'A report that cannot be checked is rebuilt by hand.',
    recommendedNextStep: {
      type: 'act',
      recommendationId: recommendation.recommendationId,
      title: recommendation.title,
      topAction: { action: actionItem.action, priority: actionItem.priority },
    },
    evidence: {
      items: [quote],
      distinctSourceItems: 6,
      studyCount: 2,
      quoteCount: 9,
      counterEvidenceCount: 1,
      freshness: { latestCapturedAt: at, isStale: false },
      distinctParticipants: 6,
    },
    counterEvidence: [counterQuote],
    perStudy: [
      {
        studyId: quote.studyId,
        studyName: quote.studyName,
        relationship: 'supports',
        narrative: 'Four of six people checked a total in the call.',
        addedAt: at,
      },
    ],
    recommendation: {
      recommendationId: recommendation.recommendationId,
      title: recommendation.title,
      lifecycleState: 'accepted',
    },
    researchGaps: [{ researchGapId: 'gap-3', type: 'missing_breadth', status: 'open' }],
  }),
  studies: list({
    studyId: quote.studyId,
    name: quote.studyName,
    status: 'active',
    participantCount: 8,
    themeCount: 5,
    createdAt: at,
  }),
  readout: one({
    studyId: quote.studyId,
    name: quote.studyName,
    status: 'active',
    objective: 'What makes the first week hard.',
    openQuestions: ['Who sets up the second team?'],
    summary: {
      narrative: 'People get started alone and check everything twice.',
      confidence: 'moderate',
      suggestedNextQuestions: ['What would make a total believable?'],
      stats: { totalSourceItems: 9, completionRate: 0.89, avgQualityScore: 0.74 },
      coverage: [],
      lastUpdated: at,
    },
    themes: [
      {
        themeId: quote.themeId,
        label: quote.themeLabel,
        description: 'A total is rebuilt elsewhere before it is sent on.',
        sentiment: 'negative',
        strength: 'corroborated',
        trajectory: 'rising',
        preview: [
          {
            sourceItemId: quote.sourceItemId,
            quote: quote.quote,
            participantName: quote.participantName,
            timeInCallSecs: quote.timeInCallSecs,
          },
        ],
        distinctParticipants: 4,
      },
    ],
    sourceItemCount: 9,
  }),
  sourceItems: list({
    sourceItemId: quote.sourceItemId,
    status: 'analyzed',
    participantName: quote.participantName,
    capturedAt: at,
    qualityScore: 0.8,
    evidenceCount: 7,
  }),
  evidence: one({
    items: [quote, counterQuote],
    scope: { themeIds: [quote.themeId], studyIds: [quote.studyId] },
    distinctParticipants: 2,
    total: 2,
    cursor: null,
  }),
  hits: { data: [{ item: quote, score: 0.81 }] },
  researchGaps: list({
    researchGapId: 'gap-3',
    signalId: signal.signalId,
    signalRef: signal.ref,
    type: 'missing_breadth',
    status: 'open',
    description: 'Nearly all of it comes from one study.',
    suggestedAction: 'Ask people of a second study.',
  }),
  draftedStudy: { data: { researchGapId: 'gap-3', studyId: 'study-4f0c' } },
  recommendations: list({
    recommendationId: recommendation.recommendationId,
    title: recommendation.title,
    lifecycleState: 'accepted',
    confidence: 'moderate',
    signals: [{ ref: signal.ref, label: signal.label }],
    updatedAt: at,
  }),
  recommendation: { data: recommendation },
  recommendationWritten: { data: { recommendationId: recommendation.recommendationId } },
  workPacket: one({
    recommendation: {
      recommendationId: recommendation.recommendationId,
      title: recommendation.title,
      body: recommendation.body,
      lifecycleState: 'accepted',
      confidence: 'moderate',
      actionItems: [actionItem],
      workItemLinks: [workItemLink],
      generatedAt: at,
    },
    signals: [
      {
        signalId: signal.signalId,
        label: signal.label,
        description: signal.description,
        stage: signal.stage,
        trajectory: signal.trajectory,
        participantCount: 6,
        quoteCount: 9,
        freshness: { latestCapturedAt: at, isStale: false },
        ref: signal.ref,
        confidenceBand: signal.confidenceBand,
        archived: false,
      },
    ],
    evidence: [quote],
    counterEvidence: [counterQuote],
    acceptanceCriteria: {
      actionChecks: [actionItem.action],
      beliefChecks: ['SIG-7: GET /v1/signals/sig-trust has data.belief.archived == true'],
      verification: 'Record the outcome "validated" when every belief check holds.',
    },
    markdown: '# Show how a total is made\n',
  }),
  actionCards: list({
    actionCardId: 'card-5',
    type: 'live_call',
    summary: 'Ines is about to leave.',
    quote: 'We will not renew like this.',
    reason: 'churn_risk',
    priority: 1,
    createdAt: at,
    refs: {
      studyIds: [quote.studyId],
      sourceItemId: quote.sourceItemId,
      participantId: 'person-12',
    },
    participant: { participantId: 'person-12', displayName: 'Ines', email: 'ines@example.com' },
    studies: [{ studyId: quote.studyId, name: quote.studyName }],
  }),
  actionCardWritten: { data: { actionCardId: 'card-5' } },
  answer: one({
    answer: 'People do not trust the totals (SIG-7): 6 people in 2 studies check them by hand.',
    citations: [{ ref: signal.ref, signalId: signal.signalId, evidenceIds: [quote.evidenceId] }],
    searchedAt: at,
  }),
};
