import type { BlenderSettings } from '@gridloom/contract/agent/rendering'
import type { CanaryOptions, CanaryOutcome } from '../renderer.ts'
import { type BlenderEnvironment, openScene } from './open-scene.ts'

/** Size of the canary: small enough for one slow core. The control plane accepts no other. */
const size = { width: 320, height: 180, percentage: 100 } as const

/** Renders the canary, which shows that and how fast this machine renders. */
export async function renderCanary(
  environment: BlenderEnvironment,
  options: CanaryOptions,
): Promise<CanaryOutcome> {
  const { canary, outFile, limits, threads, device, onProgress, signal } = options
  const settings: BlenderSettings = {
    scene: '',
    camera: '',
    ...size,
    engine: 'cycles',
    samples: canary.samples,
    denoise: false,
    format: 'png',
    compositing: false,
    device,
  }
  await using scene = await openScene(environment, {
    scene: { canary },
    settings,
    limits,
    threads,
    signal,
  })
  const part = { key: '1', frame: 1, region: null, sample_range: null }
  const outcome = await scene.render(part, outFile, onProgress, signal)
  const samplingS = scene.samplingS()
  return {
    outcome,
    samplesPerMinute:
      outcome.kind === 'done' ? (canary.samples * 60) / (samplingS ?? outcome.renderS) : null,
    memoryPeakMib: scene.memoryPeakMib(),
    log: scene.log(),
  }
}
