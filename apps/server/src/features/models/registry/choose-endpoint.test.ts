import { ModelId } from '@gridloom/contract/models/model-id'
import type { ProviderPreferences } from '@gridloom/contract/models/openai'
import type { TokenPrice } from '@gridloom/contract/models/token-price'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { chooseEndpoint, type EndpointCandidate } from './choose-endpoint.ts'
import type { EndpointChoice } from './endpoints.ts'
import type { LiveEndpoint } from './live-endpoint.ts'

const ids = systemIds(() => new Date('2026-01-01T00:00:00.000Z'))
const owner = ids.mint('account')
const modelId = 'Acme/tiny-chat'

it('returns undefined without endpoints', () => {
  expect(chosen([])).toBeUndefined()
})

it('shares requests by price and speed', () => {
  const cheap = contender({ name: 'cheap', microUsd: 10_000 })
  const dear = contender({ name: 'dear', microUsd: 100_000_000 })
  const times = timesOf([cheap, dear])
  expect(times('cheap')).toBeGreaterThan(90)
  // Exploration: even the most expensive endpoint is measured now and then.
  expect(times('dear')).toBeGreaterThan(0)
})

it('prefers a faster endpoint at the same price', () => {
  const fast = { firstTokenMs: 100, tokensPerS: 200, uptime: 1 }
  const slow = { firstTokenMs: 5_000, tokensPerS: 4, uptime: 1 }
  const all = [contender({ name: 'slow', speed: slow }), contender({ name: 'fast', speed: fast })]
  expect(timesOf(all)('fast')).toBeGreaterThan(90)
})

it.each([
  ['by id, those that are ignored', (a: EndpointCandidate) => ({ ignore: [a.endpoint.machineId] })],
  ['by name, in any case', () => ({ ignore: ['BOX A'] })],
  ['all but the only ones', () => ({ only: ['box b', 'box c'] })],
  ['those that ask too much for reading', () => ({ max_price: { prompt: 0.5 } })],
  ['those that ask too much for writing', () => ({ max_price: { completion: 0.57 } })],
])('leaves out %s', (_, input) => {
  const a = contender({ name: 'box a', microUsd: 600_000 })
  const b = contender({ name: 'box b', microUsd: 500_000 })
  for (const random of [0, 0.5, 0.999])
    expect(chosen([a, b], { provider: input(a), random })).toBe(b)
})

it('chooses only engines that keep nothing where the caller denies data collection', () => {
  const keeps = contender({ dataCollection: 'allow' })
  const provider = { data_collection: 'deny' } as const
  expect(chosen([keeps], { provider })).toBeUndefined()
  const forgets = contender()
  for (const random of [0, 0.999])
    expect(chosen([keeps, forgets], { provider, random })).toBe(forgets)
  expect(chosen([keeps], { provider: { data_collection: 'allow' } })).toBe(keeps)
})

it('chooses only the wanted quantizations', () => {
  const one = contender({ quantization: 'Q4_1' })
  expect(chosen([one], { provider: { quantizations: ['q4_1', 'Q8_0'] } })).toBe(one)
  expect(chosen([one, contender()], { provider: { quantizations: ['Q8_0'] } })).toBeUndefined()
})

it('compares a highest price exactly to the micro-dollar', () => {
  const one = contender({ microUsd: 570_000 })
  expect(chosen([one], { provider: { max_price: { prompt: 0.57, completion: 0.57 } } })).toBe(one)
  expect(chosen([one], { provider: { max_price: { prompt: 0.569_999 } } })).toBeUndefined()
})

it('tries machines in the caller’s order before any other', () => {
  const all = ['a', 'b', 'c'].map((name) => contender({ name }))
  const [a, b, c] = all
  const provider = { order: ['c', 'a'] }
  const tried = (...some: (EndpointCandidate | undefined)[]) =>
    new Set(some.flatMap((one) => (one === undefined ? [] : [one.endpoint.id])))
  expect(chosen(all, { provider })).toBe(c)
  expect(chosen(all, { provider, tried: tried(c) })).toBe(a)
  expect(chosen(all, { provider, tried: tried(c, a) })).toBe(b)
  expect(chosen(all, { provider, tried: tried(c, a, b) })).toBeUndefined()
})

it('chooses only once without fallbacks', () => {
  const [a, b] = [contender(), contender()]
  const provider = { allow_fallbacks: false }
  expect(chosen([a, b], { provider })).toBeDefined()
  expect(chosen([a, b], { provider, tried: new Set([a.endpoint.id]) })).toBeUndefined()
})

it('chooses only machines of the order without fallbacks', () => {
  const [a, b] = [contender({ name: 'a' }), contender({ name: 'b' })]
  const provider = { order: ['b', 'gone'], allow_fallbacks: false }
  expect(chosen([a, b], { provider })).toBe(b)
  expect(chosen([a], { provider })).toBeUndefined()
  expect(chosen([a], { provider: { order: ['b'] } })).toBe(a)
})

it.each([
  ['price', 'cheap'],
  ['throughput', 'fast'],
  ['latency', 'quick'],
] as const)('sorts by %s', (sort, name) => {
  const all = [
    contender({ name: 'cheap', microUsd: 1 }),
    contender({ name: 'fast', speed: { firstTokenMs: 900, tokensPerS: 500, uptime: 1 } }),
    contender({ name: 'quick', speed: { firstTokenMs: 9, tokensPerS: 3, uptime: 1 } }),
  ]
  for (const random of [0, 0.999])
    expect(chosen(all, { provider: { sort }, random })?.endpoint.machineName).toBe(name)
})

it('chooses full machines last, those with the shortest queue per slot first', () => {
  const full = contender({ name: 'full', load: 4, slots: 2, microUsd: 0 })
  const fuller = contender({ name: 'fuller', load: 3, slots: 1, microUsd: 0 })
  const free = contender({ name: 'free', load: 1, slots: 2, microUsd: 1_000_000 })
  for (const random of [0, 0.999]) {
    expect(chosen([full, free, fuller], { random })).toBe(free)
    expect(chosen([full, fuller], { random })).toBe(full)
  }
})

it('chooses an endpoint with an open breaker only if there is no other', () => {
  const resting = contender({ breaker: 'open', microUsd: 0 })
  const full = contender({ load: 9 })
  expect(chosen([resting, full], { random: 0 })).toBe(full)
  expect(chosen([resting, full], { provider: { order: ['box'] }, random: 0 })).toBe(full)
  expect(chosen([resting])).toBe(resting)
})

it('chooses only endpoints with the needed features', () => {
  const plain = contender({ features: ['chat'] })
  const able = contender({ features: ['chat', 'tools'] })
  expect(chosen([plain, able], { features: ['tools'] })).toBe(able)
  expect(chosen([plain], { features: ['tools'] })).toBeUndefined()
})

it('always chooses an allowed endpoint if there is one, and never another', () => {
  const some = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    microUsd: fc.nat(1_000_000_000),
    load: fc.nat(10),
    slots: fc.integer({ min: 1, max: 8 }),
    breaker: fc.constantFrom('closed' as const, 'open' as const),
  })
  const names = fc.option(fc.array(fc.constantFrom<string>('a', 'b', 'x'), { maxLength: 3 }), {
    nil: undefined,
  })
  const sort = fc.constantFrom(undefined, 'price' as const, 'latency' as const)
  fc.assert(
    fc.property(
      fc.array(some, { maxLength: 12 }),
      fc.record({ only: names, ignore: names, order: names, sort }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (given, provider, random) => {
        const all = given.map(contender)
        const found = chosen(all, { provider, random })
        const isWanted = ({ endpoint: { machineName } }: EndpointCandidate) =>
          (provider.only?.includes(machineName) ?? true) && !provider.ignore?.includes(machineName)
        expect(found !== undefined).toBe(all.some(isWanted))
        if (found !== undefined) expect(isWanted(found)).toBe(true)
      },
    ),
  )
})

it('asks a model that has to be loaded first when the others are full, or for its price', () => {
  const cold = contender({ isCold: true, microUsd: 100_000 })
  const warm = contender({ microUsd: 200_000 })
  const full = contender({ load: 2 })
  expect(chosen([cold, warm])).toBe(warm)
  expect(chosen([cold, full])).toBe(cold)
  expect(chosen([cold, warm], { provider: { sort: 'latency' } })).toBe(warm)
  expect(chosen([cold, warm], { provider: { sort: 'price' } })).toBe(cold)
})

interface ContenderOptions {
  name?: string
  microUsd?: number
  load?: number
  slots?: number
  breaker?: 'closed' | 'open'
  isCold?: boolean
  speed?: EndpointCandidate['speed']
  features?: LiveEndpoint['features']
  quantization?: string
  dataCollection?: LiveEndpoint['dataCollection']
}

function contender(given: ContenderOptions = {}): EndpointCandidate {
  const { microUsd = 100_000, load = 0, breaker = 'closed' } = given
  const price: TokenPrice = {
    input_micro_usd: microUsd,
    cached_micro_usd: microUsd,
    output_micro_usd: microUsd,
  }
  const endpoint: LiveEndpoint = {
    id: ids.mint('modelEndpoint'),
    modelId: choice().modelId,
    machineId: ids.mint('machine'),
    machineName: given.name ?? 'box',
    providerAccountId: owner,
    engine: 'llama',
    price,
    slots: given.slots ?? 2,
    contextTokens: 2_048,
    isCold: given.isCold ?? false,
    loadMs: 0,
    features: given.features ?? ['chat'],
    quantization: given.quantization ?? null,
    dataCollection: given.dataCollection ?? 'deny',
  }
  const speed = given.speed ?? { firstTokenMs: null, tokensPerS: null, uptime: null }
  return { endpoint, health: { load, breaker }, speed }
}

type ChoiceChanges = Partial<Omit<EndpointChoice, 'provider'>> & {
  provider?: ProviderPreferences
  random?: number
}

function chosen(all: readonly EndpointCandidate[], { random = 0.5, ...input }: ChoiceChanges = {}) {
  const endpoint = chooseEndpoint(all, choice(input), random)
  return all.find((one) => one.endpoint === endpoint)
}

/** Counts how often each is chosen out of a hundred times. */
function timesOf(all: readonly EndpointCandidate[]) {
  const names = Array.from(
    { length: 100 },
    (_, at) => chosen(all, { random: at / 100 })?.endpoint.machineName,
  )
  return (name: string) => names.filter((one) => one === name).length
}

function choice(given: Omit<ChoiceChanges, 'random'> = {}): EndpointChoice {
  const tokens = { input: 100, output: 200 }
  return {
    modelId: ModelId.parse(modelId),
    provider: {},
    features: [],
    tokens,
    tried: new Set(),
    ...given,
  }
}
