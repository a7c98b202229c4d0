import type { SimulatedPost, SimulatedWorld } from './simulated-world.ts'

const dayMs = 86_400_000
const startedAt = new Date('2026-10-01T00:00:00Z').getTime()
const checkedAfterDays = [1, 7, 30] as const
const vocabulary = 3_000

/** Words as a language has them: a few are very common. */
function words({ random }: SimulatedWorld, count: number): string {
  return Array.from(
    { length: count },
    () => `word${Math.floor(random.between(1, vocabulary))}`,
  ).join(' ')
}

interface Post {
  readonly owner: string
  readonly text: string
  readonly cheat?: SimulatedPost['cheat']
  /** How many days after it was published it was deleted. */
  readonly deletedAfterDays?: number
}

/** A mission pays for it a day later. It is found gone at the next of the checks. */
function publish(
  world: SimulatedWorld,
  { owner, text, cheat = null, deletedAfterDays }: Post,
): void {
  const at = startedAt + world.random.next() * 25 * dayMs
  const gone =
    deletedAfterDays === undefined
      ? undefined
      : checkedAfterDays.find((days) => days >= deletedAfterDays)
  const days = (count: number) => new Date(at + count * dayMs)
  world.posts.push({
    ...{ id: world.unique('post'), owner, text, cheat, publishedAt: days(0) },
    goneAt: gone === undefined ? null : days(gone),
    rewardedAt: days(1),
  })
}

/**
 * Posts of honest accounts, in their own words, with texts that we offer, or with both. Some quote another one, clubs
 * publish one text together, and some let old posts be deleted by themselves.
 */
export function honestPosts(world: SimulatedWorld, owners: readonly string[]): void {
  const { random } = world
  for (let text = 0; text < 20; text += 1) world.shareTexts.push(words(world, random.from(20, 60)))
  for (const owner of owners) {
    const forgetsAfter = random.chance(0.01) ? random.between(14, 90) : undefined
    for (let post = random.from(1, 6); post > 0; post -= 1) {
      const own = words(world, random.from(8, 80))
      const shared = random.one(world.shareTexts)
      const kind = random.next()
      const other = random.chance(0.02) ? world.posts.at(-random.from(1, 200))?.text : undefined
      const text = other ?? (kind < 0.3 ? shared : kind < 0.5 ? `${own} ${shared}` : own)
      const deletedAfterDays =
        forgetsAfter ?? (random.chance(0.03) ? random.between(0.1, 60) : undefined)
      publish(world, {
        owner,
        text,
        ...(deletedAfterDays === undefined ? {} : { deletedAfterDays }),
      })
    }
  }
  const club = owners.slice(0, 5)
  for (let issue = 0; issue < 2; issue += 1) {
    const text = words(world, 70)
    for (const owner of club) publish(world, { owner, text })
  }
}

/** Posts of others, or one text at many accounts, with up to a quarter of the words exchanged, and some added. */
export function copyPosts(world: SimulatedWorld, owners: readonly string[]): void {
  const { random } = world
  const honest = world.posts.filter(({ text, owner }) => {
    return (
      text.split(' ').length >= 20 && !owners.includes(owner) && !world.shareTexts.includes(text)
    )
  })
  for (const owner of owners) {
    const exchanged = 0.25 * random.next() ** 2
    for (let post = random.from(1, 10); post > 0; post -= 1) {
      const copied = random.one(honest).text.split(' ')
      const text = copied
        .map((word) => (random.chance(exchanged) ? words(world, 1) : word))
        .concat(words(world, random.from(0, 10)))
        .join(' ')
      publishLater(world, { owner, text, cheat: 'copied_posts' })
    }
  }
}

/** After the posts that it repeats. */
function publishLater(world: SimulatedWorld, post: Post): void {
  publish(world, post)
  const made = world.posts.pop()
  if (made === undefined) throw new RangeError('a post was published')
  const later = (at: Date) => new Date(at.getTime() + 26 * dayMs)
  const { publishedAt, rewardedAt } = made
  world.posts.push({
    ...made,
    ...{ publishedAt: later(publishedAt), rewardedAt: later(rewardedAt) },
  })
}

/** Posts that are deleted once their reward is there: most of them, from an hour to six weeks later. */
export function deletePosts(world: SimulatedWorld, owners: readonly string[]): void {
  const { random } = world
  for (const owner of owners) {
    const share = 0.4 + 0.6 * random.next()
    for (let post = random.from(2, 12); post > 0; post -= 1) {
      const isDeleted = random.chance(share)
      publish(world, {
        ...{ owner, text: words(world, random.from(8, 80)) },
        cheat: isDeleted ? 'deleted_posts' : null,
        ...(isDeleted ? { deletedAfterDays: 1 + random.between(0.04, 42) } : {}),
      })
    }
  }
}
