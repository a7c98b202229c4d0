import type { ErrorTexts } from '../core/error-texts.ts'

export const postErrors = {
  post_too_long: {
    status: 400,
    text: 'The text for {handle} counts {length} characters, and {max} are allowed. Shorten it.',
  },
  post_not_disclosed: {
    status: 400,
    text: 'The text for {handle} has a referral link. Say that it is advertising: add #ad.',
  },
  post_media_mixed: {
    status: 400,
    text: 'A post has up to four pictures, or one video.',
  },
  post_media_unfit: {
    status: 400,
    text: 'The media cannot be published at {handle}: {problem}',
  },
  post_time: {
    status: 400,
    text: 'Choose a time in the future, at most a year ahead.',
  },
  post_under_way: {
    status: 409,
    text: 'This post is being published, or was published or cancelled. It cannot be changed any more.',
  },
  post_not_failed: {
    status: 409,
    text: 'Nothing of this post can be tried again.',
  },
  post_not_reminded: {
    status: 409,
    text: 'This post does not wait to be published by you.',
  },
  post_not_public: {
    status: 409,
    text: 'No public post was found at this address: {problem}',
  },
  post_of_other: {
    status: 409,
    text: 'This post is not by {handle}, or does not belong to it.',
  },
} as const satisfies ErrorTexts
