import { type InstanceContext, timestampOf } from './context.ts'
import { nextStep, type Step } from './plan-step.ts'
import { count, type InstanceRecord, observedOf } from './record.ts'
import { retryVerdict, runtimeFailure } from './retry.ts'
import { phaseAtRest, phaseDuring, takeStep } from './steps.ts'

/** An instance at rest is inspected this often, in case an event of the engine was missed. */
const lookEveryMs = 10_000

/** The serial queue of one instance: one step at a time, always towards the newest spec. */
export interface Reconciler {
  /** Reports a change: interrupts a rest or a wait, and a fetch or probe in progress. */
  wake(): void
  /** Resolves when the instance is destroyed or the agent ends. */
  done: Promise<void>
}

/** Steps that may be interrupted without leaving anything half made. */
const interruptible: readonly Step[] = ['fetch_image', 'await_ready', 'rest', 'inspect', 'conclude']

/** Steps that lead up to the one that failed and are repeated before it: their success does not reset its tries. */
const leadingUp: readonly Step[] = ['inspect', 'fetch_image', 'create']

export function reconcile(
  context: InstanceContext,
  record: InstanceRecord,
  life: AbortSignal,
): Reconciler {
  let interrupt = new AbortController()
  let hasNews = false
  let running: Step = 'rest'
  let tried = 0
  let triedGeneration = 0

  async function keep(): Promise<void> {
    while (!life.aborted && record.phase !== 'destroyed') {
      hasNews = false
      interrupt = new AbortController()
      running = nextStep(record.spec, observedOf(record))
      if (running === 'rest') await rest()
      else await attempt(running)
    }
    if (record.phase === 'destroyed') settle(context, record)
  }

  async function rest(): Promise<void> {
    settle(context, record)
    await wait(lookEveryMs)
    if (record.containerState !== 'absent') record.containerState = 'unknown'
  }

  async function attempt(step: Exclude<Step, 'rest'>): Promise<void> {
    begin(context, record, step)
    const signal = AbortSignal.any([life, interrupt.signal])
    try {
      await takeStep(context, record, { step, signal })
      if (!leadingUp.includes(step)) tried = 0
      if (step !== 'inspect') {
        record.problem = undefined
        record.engineLostAtMs = undefined
      }
      record.progress = undefined
    } catch (cause) {
      if (life.aborted || interrupt.signal.aborted) return
      await recover(step, cause)
    }
  }

  async function recover(step: Exclude<Step, 'rest'>, cause: unknown): Promise<void> {
    const failure = runtimeFailure(cause)
    const { generation } = record.spec
    tried = triedGeneration === generation ? tried + 1 : 1
    triedGeneration = generation
    context.log.warn(
      { event: 'instance.step_failed', err: cause, step, tried, instance: record.container },
      failure.message,
    )
    record.progress = undefined
    const reason = { code: failure.code, text: failure.message, exit_code: failure.exitCode }
    const isStart = mayGiveUp(record, step)
    const verdict = retryVerdict(failure, { isStart, tried, random: context.random.next() })
    if (verdict.kind === 'give_up') {
      tried = 0
      record.phase = 'failed'
      record.ending = { generation, phase: 'failed', reason }
      return
    }
    record.meterHeld = failure.code === 'engine_unreachable'
    if (record.meterHeld) record.engineLostAtMs ??= context.clock.now().getTime()
    record.problem = reason
    record.observedGeneration = generation
    context.changed(record)
    await wait(verdict.waitMs)
    if (step !== 'destroy') record.containerState = 'unknown'
  }

  async function wait(ms: number): Promise<void> {
    running = 'rest'
    if (hasNews) return
    try {
      await context.clock.sleep(ms, AbortSignal.any([life, interrupt.signal]))
    } catch {
      // @NOTE woken by a change, or because the agent ends
    }
  }

  function wake(): void {
    hasNews = true
    if (interruptible.includes(running)) interrupt.abort()
  }

  return { wake, done: keep() }
}

/** Steps that tell a running container something, and may be late. */
const noticesOnly: readonly Step[] = ['admit_keys', 'give_notice']

/** A start may be given up, and inspecting what was never started; a stop, or concluding how it ended, may not. */
function mayGiveUp({ spec, startedAt }: InstanceRecord, step: Step): boolean {
  if (spec.desired !== 'running') return false
  if (step === 'inspect') return startedAt === undefined
  return step !== 'stop' && step !== 'conclude' && !noticesOnly.includes(step)
}

/**
 * Reports the step that begins. From here on, the agent acts on the spec's generation, unless it only inspects: an
 * instance that is ready and about to restart would be reported as ready after its restart.
 */
function begin(context: InstanceContext, record: InstanceRecord, step: Step): void {
  record.phase = phaseDuring(step) ?? record.phase
  if (step !== 'inspect') record.observedGeneration = record.spec.generation
  count(record, timestampOf(context.clock))
  context.changed(record)
}

function settle(context: InstanceContext, record: InstanceRecord): void {
  record.phase = phaseAtRest(record)
  record.observedGeneration = record.spec.generation
  record.problem = undefined
  record.progress = undefined
  count(record, timestampOf(context.clock))
  context.changed(record)
}
