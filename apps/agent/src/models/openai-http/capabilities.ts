import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import { type Dialect, dialectIn, hasVision, modelIn } from './dialect.ts'
import { type KnownFeatures, type ProbedEngine, probeFeatures } from './probe-features.ts'
import { type ProbedFeature, probedFeatures } from './probes.ts'

/** What an engine beside the agent can do, as it has shown. */
export interface Capabilities {
  readonly dialect: Dialect
  /** What it showed by probes, the kinds of requests first. */
  readonly features: readonly (ModelFeature & ProbedFeature)[]
  /** Whether some features could not be probed yet. */
  readonly isUnknown: boolean
  engine(): ProbedEngine
  /**
   * Receives the engine's list of models, each time that it is read: probes everything again if the engine or the model
   * changed, and otherwise at growing intervals what is not known yet. @throws the signal's reason
   */
  onList(list: string, signal: AbortSignal): Promise<void>
}

type Beside = Pick<ProbedEngine, 'upstream' | 'model' | 'clock'>

/** What is unknown is probed again after this many lists at first, and then ever more seldom. */
const reprobeEvery = { first: 4, most: 240 }

/** Probes an engine by its list of models. @throws the signal's reason */
export async function findCapabilities(
  beside: Beside,
  list: string,
  signal: AbortSignal,
): Promise<Capabilities> {
  let subject = subjectOf(beside, list)
  let known = await probeFeatures(subject, probedFeatures, signal)
  let identity = modelIn(list, beside.model)
  let listsLeft = reprobeEvery.first
  let every = reprobeEvery.first

  async function probeAll(next: string, until: AbortSignal): Promise<void> {
    subject = subjectOf(beside, next)
    known = await probeFeatures(subject, probedFeatures, until)
    identity = modelIn(next, beside.model)
    every = reprobeEvery.first
    listsLeft = every
  }

  async function probeUnknown(until: AbortSignal): Promise<void> {
    listsLeft -= 1
    if (known.unknown.length === 0 || listsLeft > 0) return
    every = Math.min(every * 2, reprobeEvery.most)
    listsLeft = every
    known = joined(known, await probeFeatures(subject, known.unknown, until))
  }

  return {
    get dialect() {
      return subject.dialect
    },
    get features() {
      return known.has
    },
    get isUnknown() {
      return known.unknown.length > 0
    },
    engine: () => subject,
    async onList(next, until) {
      until.throwIfAborted()
      const changed = modelIn(next, beside.model)
      if (changed !== undefined && changed !== identity) await probeAll(next, until)
      else await probeUnknown(until)
    },
  }
}

function subjectOf(beside: Beside, list: string): ProbedEngine {
  return { ...beside, dialect: dialectIn(list), saysVision: hasVision(list, beside.model) }
}

function joined(before: KnownFeatures, { has, unknown }: KnownFeatures): KnownFeatures {
  const all = new Set([...before.has, ...has])
  return { has: probedFeatures.filter((feature) => all.has(feature)), unknown }
}
