import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { jsonOf } from '../../json-of.ts'
import type { ProbeSubject } from './probe.ts'
import { type ProbedFeature, probeOf } from './probes.ts'
import { engineResponseText, type Upstream } from './upstream.ts'

/** An engine to be probed. */
export interface ProbedEngine extends ProbeSubject {
  readonly upstream: Pick<Upstream, 'post'>
  readonly clock: Clock
}

/** The result of a probe. `unknown`: the engine was busy or silent, and is probed again. */
export type ProbeResult = 'has' | 'lacks' | 'unknown'

/** Engines load their model with the first request, some of them for a minute. */
const probeMsMax = 60_000
/** All probes of one round together; what is left then is probed in the next round. */
export const roundMsMax = 90_000

/** Probes one feature with requests of its own. @throws the signal's reason */
export async function probeFeature(
  engine: ProbedEngine,
  feature: ProbedFeature,
  { signal, msMax = probeMsMax }: { signal: AbortSignal; msMax?: number },
): Promise<ProbeResult> {
  const probe = probeOf(feature, engine)
  if (probe === undefined) return 'lacks'
  const { upstream, clock } = engine
  const limit = createDeadline(clock, msMax, signal)
  const calling = { signal: limit.signal, idleMsMax: msMax, purpose: 'probe' } as const
  const answers: unknown[] = []
  try {
    for (const body of probe.bodies) {
      const response = await upstream.post(probe.path, JSON.stringify(body), calling)
      const text = await engineResponseText(response)
      if (response.status === 429 || response.status === 503) return 'unknown'
      if (response.status < 200 || response.status >= 300) return 'lacks'
      answers.push(jsonOf(text))
    }
    return probe.shows(answers) ? 'has' : 'lacks'
  } catch {
    // @NOTE an engine that is gone is found by the watch; whatever else keeps it silent may pass.
    signal.throwIfAborted()
    return 'unknown'
  } finally {
    limit.done()
  }
}

/** The features that an engine showed, and those that are not known yet. */
export interface KnownFeatures {
  readonly has: readonly ProbedFeature[]
  readonly unknown: readonly ProbedFeature[]
}

/** Probes features one after the other, as engines with few slots refuse more. @throws the signal's reason */
export async function probeFeatures(
  engine: ProbedEngine,
  features: readonly ProbedFeature[],
  signal: AbortSignal,
): Promise<KnownFeatures> {
  const found = new Map<ProbedFeature, ProbeResult>()
  const untilMs = engine.clock.monotonicMs() + roundMsMax
  for (const feature of features) {
    const leftMs = untilMs - engine.clock.monotonicMs()
    const msMax = Math.min(probeMsMax, leftMs)
    found.set(
      feature,
      leftMs > 0 ? await probeFeature(engine, feature, { signal, msMax }) : 'unknown',
    )
  }
  const those = (result: ProbeResult) => features.filter((feature) => found.get(feature) === result)
  return { has: those('has'), unknown: those('unknown') }
}
