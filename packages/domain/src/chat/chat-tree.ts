/** The position of a message in the tree; `null`: a first message. */
export interface TreeMessage<Id> {
  readonly id: Id
  readonly parentId: Id | null
}

/** One message of the shown branch, with its siblings. */
export interface ShownMessage<Id> {
  readonly id: Id
  /** All answers to the same prompt, or versions of the same prompt, oldest first, itself included. */
  readonly siblings: readonly Id[]
}

/**
 * The branch that ends in `leaf`, from the first message on. Messages are given in the order in which they were
 * written. A missing leaf shows the newest branch; a message with a missing parent starts one.
 */
export function branchTo<Id>(
  messages: readonly TreeMessage<Id>[],
  leaf: Id | null,
): ShownMessage<Id>[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const children = Map.groupBy(messages, ({ parentId }) =>
    parentId !== null && byId.has(parentId) ? parentId : null,
  )
  const end = (leaf === null ? undefined : byId.get(leaf)) ?? messages.at(-1)
  const branch: ShownMessage<Id>[] = []
  for (
    let at = end;
    at !== undefined;
    at = at.parentId === null ? undefined : byId.get(at.parentId)
  ) {
    const parent = at.parentId !== null && byId.has(at.parentId) ? at.parentId : null
    branch.push({ id: at.id, siblings: (children.get(parent) ?? []).map(({ id }) => id) })
    if (branch.length > messages.length) throw new RangeError('messages are their own parents')
  }
  return branch.reverse()
}

/** The newest message below one, or itself if there is none: the target of a switch to another branch. */
export function newestBelow<Id>(messages: readonly TreeMessage<Id>[], id: Id): Id {
  const children = Map.groupBy(messages, ({ parentId }) => parentId)
  let at = id
  for (let steps = 0; steps <= messages.length; steps += 1) {
    const next = children.get(at)?.at(-1)
    if (next === undefined) return at
    at = next.id
  }
  throw new RangeError('messages are their own parents')
}
