/** A published post. */
export interface PostText {
  readonly id: string
  /** Whose post it is: posts of one owner are never copies of each other. */
  readonly owner: string
  readonly text: string
}

/** A post that repeats an earlier one of somebody else. `share`: how much the two have in common, from 0 to 1. */
export interface CopiedPost {
  readonly id: string
  readonly owner: string
  readonly of: string
  readonly ofOwner: string
  readonly share: number
}

const shingleWords = 3
/** Of words of its own; a shorter post says what many say. */
const shinglesMin = 12
const shinglesMax = 200
/** Of the shingles of both posts together (Jaccard): about one word in five may be another one. */
const copiedShare = 0.3
/** 32 bands of 2: two posts that share 0.3 of their shingles meet in one with a probability of 95 %, of 0.4 with 99.6 %. */
const bands = 32
const rowsOfBand = 2
/** So many posts in one band are compared with the first ones alone, so that a flood of them costs no more. */
const comparedMax = 50

/** Compares posts with those before them. */
export interface CopyFinder {
  /** Adds a post; they must come in order of their time. Returns what it repeats, if anything. */
  add(post: PostText): CopiedPost | undefined
}

/**
 * Creates a finder of posts that repeat, almost word for word, an earlier post of another owner. What stands in an allowed
 * text, such as one that we offer for sharing, is left out before: only own words count. By MinHash with bands, after
 * Broder, "On the resemblance and containment of documents" (1997), and then by the shingles themselves.
 */
export function createCopyFinder(allowed: readonly string[]): CopyFinder {
  const known = new Set(allowed.flatMap((text) => [...shinglesOf(text)]))
  const byBand = new Map<string, Candidate[]>()
  return {
    add(post) {
      const shingles = shinglesOf(post.text).difference(known)
      if (shingles.size < shinglesMin) return undefined
      const candidate = { post, shingles }
      const keys = bandsOf(shingles)
      const original = mostAlike(candidate, new Set(keys.flatMap((key) => byBand.get(key) ?? [])))
      for (const key of keys) {
        const list = byBand.get(key)
        if (list === undefined) byBand.set(key, [candidate])
        else if (list.length < comparedMax) list.push(candidate)
      }
      return original
    },
  }
}

interface Candidate {
  readonly post: PostText
  readonly shingles: ReadonlySet<number>
}

function mostAlike(
  { post, shingles }: Candidate,
  others: ReadonlySet<Candidate>,
): CopiedPost | undefined {
  let most: CopiedPost | undefined
  for (const other of others) {
    if (other.post.owner === post.owner) continue
    const share = shareOf(shingles, other.shingles)
    if (share < copiedShare || share <= (most?.share ?? 0)) continue
    const { id, owner } = post
    most = { id, owner, of: other.post.id, ofOwner: other.post.owner, share }
  }
  return most
}

function shareOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const common = one.intersection(other).size
  return common / (one.size + other.size - common)
}

/** Hashes of each three words in a row, without links, mentions, tags, case and marks. */
function shinglesOf(text: string): Set<number> {
  const plain = text
    .normalize('NFKD')
    .replace(/https?:\/\/\S+/gu, ' ')
    .replace(/[@#][\p{L}\p{N}_.-]+/gu, ' ')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  const words = [...plain.matchAll(wordShape)].map(([word]) => word)
  const shingles = new Set<number>()
  for (let at = 0; at + shingleWords <= words.length && shingles.size < shinglesMax; at += 1)
    shingles.add(hashOf(words.slice(at, at + shingleWords).join(' ')))
  return shingles
}

/** Scripts without spaces count by character. */
const wordShape = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu

function bandsOf(shingles: ReadonlySet<number>): string[] {
  const least = new Uint32Array(bands * rowsOfBand).fill(0xff_ff_ff_ff)
  for (const shingle of shingles)
    for (let nth = 0; nth < least.length; nth += 1) {
      const mixed = mix(shingle ^ Math.imul(nth + 1, 0x9e_37_79_b1))
      if (mixed < (least[nth] ?? 0)) least[nth] = mixed
    }
  return Array.from({ length: bands }, (_, band) =>
    [band, ...least.subarray(band * rowsOfBand, (band + 1) * rowsOfBand)].join('.'),
  )
}

/** FNV-1a of UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return hash >>> 0
}

/** The finaliser of MurmurHash3. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
