import type { PostProblem, PostState, PostTarget } from '@gridloom/contract/posts/post'
import type { Tone } from '../../ui/components/status-badge.tsx'

/** The states of posts as words, with their meaning. */
export const stateWords: Record<PostState, { word: string; tone: Tone }> = {
  planned: { word: 'Planned', tone: 'idle' },
  publishing: { word: 'Publishing', tone: 'busy' },
  unclear: { word: 'Checking', tone: 'warn' },
  reminded: { word: 'Waits for you', tone: 'warn' },
  published: { word: 'Published', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  gone: { word: 'Gone', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'idle' },
}

const remedies: Record<PostProblem, string> = {
  missed: 'Its time was over by more than six hours. Try again to publish it now.',
  reconnect: 'The access to this account has ended. Reconnect it under Channels, then try again.',
  refused: 'The channel refused it. Edit the post, then try again.',
  unavailable: 'The channel did not answer for a day. Try again.',
  unclear:
    'Nobody could find out whether it was published. Look at your account; trying again looks first.',
  media_gone:
    'A picture or video of it is not in the library any more. Edit the post to choose another, or try again once it is back.',
}

const checks: Record<NonNullable<PostTarget['check']>['outcome'], string> = {
  there: 'It is public as it was published.',
  changed: 'Its text was changed.',
  link_missing: 'Your referral link is not in it any more.',
  not_disclosed: 'It does not say that it is advertising. Add #ad.',
  gone: 'It is not public any more.',
  unreadable: 'It could not be read.',
}

/** Says what is the matter with a target and what to do; an empty text where nothing is. */
export function targetText({ state, problem, problem_text: text, check }: PostTarget): string {
  if (problem !== null) return text === null ? remedies[problem] : `${text} ${remedies[problem]}`
  if (state === 'unclear') return 'The answer was lost. We look for the post before we try again.'
  if (state === 'planned' && text !== null) return `${text} It is tried again.`
  if (state === 'reminded')
    return 'Publish it yourself: copy the text, download its media, then enter its link.'
  return check === null ? '' : checks[check.outcome]
}
