interface Reason {
  title: string
  text: string
  /** Remedies, in the order to try them. */
  steps: readonly string[]
}

/** Texts by the reason in the URL why a Reddit channel was not connected. */
const reasons = {
  access_denied: {
    title: 'Access to Reddit was not granted',
    text: 'You declined the request on Reddit, so the channel was not connected.',
    steps: ['Connect the channel again.', 'On Reddit, choose “Allow”.'],
  },
  not_moderator: {
    title: 'You don’t moderate this subreddit',
    text: 'Only a moderator of the subreddit can connect it.',
    steps: ['Sign in to Reddit with the account that moderates it.', 'Connect the channel again.'],
  },
  private: {
    title: 'This subreddit is private',
    text: 'Posts in a private subreddit can’t be checked.',
    steps: ['Make the subreddit public or restricted, or choose another one.'],
  },
  not_found: {
    title: 'Subreddit not found',
    text: 'It may have been renamed, closed or banned.',
    steps: ['Check the name on Reddit.', 'Connect the channel again.'],
  },
  state_wrong: {
    title: 'This attempt has expired',
    text: 'It took too long or was started in another browser.',
    steps: ['Connect the channel again in this browser.'],
  },
  reddit_down: {
    title: 'Reddit is not responding',
    text: 'Nothing was connected.',
    steps: ['Wait a minute, then connect the channel again.'],
  },
} as const satisfies Record<string, Reason>

const unknown: Reason = {
  title: 'The subreddit could not be connected',
  text: 'Reddit gave no reason. Nothing was connected.',
  steps: [
    'Check that you are signed in to Reddit with the account that moderates the subreddit.',
    'Connect the channel again.',
  ],
}

/** Returns the texts for a reason; an unknown one gets a general text. */
export function reasonFor(word: string | undefined): Reason {
  return isReason(word) ? reasons[word] : unknown
}

function isReason(word: string | undefined): word is keyof typeof reasons {
  return word !== undefined && Object.hasOwn(reasons, word)
}
