/**
 * The version of the rules behind stored facts (counts, stage, trajectory). Raise it with every change to such a
 * rule: each team is then recounted in the background after the upgrade.
 */
export const FACTS_VERSION = 2;
