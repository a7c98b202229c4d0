import type { PostState } from '@gridloom/contract/posts/post'

/** The state that needs attention most comes first. */
const order: readonly PostState[] = [
  'publishing',
  'unclear',
  'failed',
  'reminded',
  'planned',
  'gone',
  'published',
  'cancelled',
]

/** Returns the state of a post: that of the target that needs attention most. */
export function postStateOf(targets: readonly PostState[]): PostState {
  return order.find((state) => targets.includes(state)) ?? 'cancelled'
}

const editable: ReadonlySet<PostState> = new Set(['planned', 'failed', 'reminded'])

/** Whether a post can be edited: nothing of it was published, and nothing may be. */
export function isEditable(targets: readonly PostState[]): boolean {
  return targets.length > 0 && targets.every((state) => editable.has(state))
}
