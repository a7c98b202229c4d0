import type {
  MachineRendering,
  RenderCapability,
} from '@gridloom/contract/rendering/machine-rendering'
import type { Tone } from '../../../ui/components/status-badge.tsx'

interface RenderingStatus {
  readonly tone: Tone
  readonly word: string
}

/** Returns whether the machine gets render work, as a short status. */
export function renderingStatus(rendering: MachineRendering): RenderingStatus {
  const { enabled, capability, admission } = rendering
  if (capability === null) return { tone: 'idle', word: 'Cannot render' }
  if (admission === 'refused') return { tone: 'bad', word: 'Refused' }
  if (!enabled) return { tone: 'idle', word: 'Off' }
  return admission === 'admitted'
    ? { tone: 'good', word: 'Accepting work' }
    : { tone: 'busy', word: 'Being tested' }
}

/** Explains the admission of the machine, with a remedy. */
export function admissionText(rendering: MachineRendering): string {
  const { admission, trust, checkers } = rendering
  switch (admission) {
    case 'unverified':
      return 'The machine first renders a test scene, which is compared with another machine’s result. It gets work once the test passes.'
    case 'admitted':
      if (checkers === 0) return aloneText(rendering)
      return trust < 80
        ? 'Every frame is checked against another owner’s machine until trust reaches 80.'
        : 'Randomly selected frames are checked against another owner’s machine.'
    case 'refused':
      return 'Its pictures failed a check, so it gets no work. See the evidence below.'
  }
}

/** Explains how frames are paid while no other machine can check them; unchecked frames are not paid by default. */
function aloneText({ vouched, capability }: MachineRendering): string {
  if (vouched)
    return 'No other machine can check its frames right now. They are paid because the operator vouches for it.'
  return `No other machine with Blender ${capability?.blender_version ?? ''} on the same kind of device is available to check its frames. Their pay is on hold until one is, or until the renter accepts them.`
}

const engines = { cycles: 'Cycles', eevee: 'EEVEE', workbench: 'Workbench' } as const

export function engineWords({ engines: has }: RenderCapability): string {
  return has.length === 0 ? 'none' : has.map((engine) => engines[engine]).join(', ')
}

export function deviceWords({ devices }: RenderCapability): string {
  return devices.map(({ kind, name }) => `${name} (${kind.toUpperCase()})`).join(', ') || 'none'
}

const denoisers = { openimagedenoise: 'OpenImageDenoise', optix: 'OptiX' } as const

export function denoiserWords({ denoisers: has }: RenderCapability): string {
  return has.length === 0
    ? 'none (gets no scenes with denoising)'
    : has.map((one) => denoisers[one]).join(', ')
}
