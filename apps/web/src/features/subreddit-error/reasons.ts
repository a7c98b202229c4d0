interface Reason {
  title: string
  text: string
  /** What helps, in the order to try it. */
  steps: readonly string[]
}

/** Why connecting a Reddit channel failed, by the word that the address brings. */
const reasons = {
  access_denied: {
    title: 'Reddit was not given leave',
    text: 'The question on Reddit was answered with no, so the channel was not connected.',
    steps: ['Begin to connect the channel again.', 'Answer Reddit’s question with “Allow”.'],
  },
  not_moderator: {
    title: 'This subreddit is not yours to connect',
    text: 'A channel can be connected by somebody who moderates its subreddit.',
    steps: [
      'Sign in to Reddit with the account that moderates it.',
      'Begin to connect the channel again.',
    ],
  },
  private: {
    title: 'This subreddit is private',
    text: 'Posts in a private subreddit cannot be seen by anybody who is to check them.',
    steps: ['Make the subreddit public or restricted, or choose another one.'],
  },
  not_found: {
    title: 'There is no such subreddit',
    text: 'Reddit does not know it by this name; it may have been renamed, closed or banned.',
    steps: ['Check the name on Reddit.', 'Begin to connect the channel again.'],
  },
  state_wrong: {
    title: 'This attempt has expired',
    text: 'It took too long, or was begun in another browser.',
    steps: ['Begin to connect the channel again in this browser.'],
  },
  reddit_down: {
    title: 'Reddit did not answer',
    text: 'It is usually over in a moment. Nothing was connected.',
    steps: ['Wait a minute, then begin to connect the channel again.'],
  },
} as const satisfies Record<string, Reason>

const unknown: Reason = {
  title: 'The subreddit could not be connected',
  text: 'Reddit did not say why. Nothing was connected, and nothing of yours was changed.',
  steps: [
    'Check that you are signed in to Reddit with the account that moderates the subreddit.',
    'Begin to connect the channel again.',
  ],
}

/** The words for a reason; one that this page does not know is told as not known. */
export function reasonFor(word: string | undefined): Reason {
  return isReason(word) ? reasons[word] : unknown
}

function isReason(word: string | undefined): word is keyof typeof reasons {
  return word !== undefined && Object.hasOwn(reasons, word)
}
