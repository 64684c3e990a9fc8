const STOP =
  /^(?:please )?(?:stop|stop it|stop (?:that|this)|be quiet|quiet|hush|shush|shut up|mute|enough|go away)(?: please| now| here)?$/i;

/** True if the message asks the bot to be quiet. */
export const isStop = (said: string): boolean =>
  STOP.test(
    said
      .replace(/:[\w+'-]+:/g, ' ')
      .replace(/[!.,\s]+/g, ' ')
      .trim(),
  );
