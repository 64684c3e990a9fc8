/** Link to the evidence behind an issue: the recommendation's work packet. */
export function backLink(publicUrl: string, recommendationId: string) {
  const base = publicUrl.replace(/\/+$/, '');
  const url = `${base}/v1/recommendations/${encodeURIComponent(recommendationId)}/work-packet`;
  return { url, title: 'Belief Layer: the evidence behind this issue' };
}
