import type {
  MachineRendering,
  RenderCapability,
} from '@gridloom/contract/rendering/machine-rendering'
import type { Tone } from '../../../ui/components/status-badge.tsx'

interface Standing {
  readonly tone: Tone
  readonly word: string
}

/** Whether the machine gets render work, in a word. */
export function renderingStatus(rendering: MachineRendering): Standing {
  const { enabled, capability, admission } = rendering
  if (capability === null) return { tone: 'idle', word: 'Cannot render' }
  if (admission === 'refused') return { tone: 'bad', word: 'Refused' }
  if (!enabled) return { tone: 'idle', word: 'Off' }
  return admission === 'admitted'
    ? { tone: 'good', word: 'Takes work' }
    : { tone: 'busy', word: 'Being proven' }
}

/** What that means, and what helps. */
export function admissionText(rendering: MachineRendering): string {
  const { admission, trust, checkers } = rendering
  switch (admission) {
    case 'unverified':
      return 'It renders a scene of ours first, which is compared with what another machine makes of the same. Work comes once that is right.'
    case 'admitted':
      if (checkers === 0) return aloneText(rendering)
      return trust < 80
        ? 'Every frame is compared with another owner’s machine until its trust is 80.'
        : 'A few of its frames are compared with another owner’s machine, by chance.'
    case 'refused':
      return 'Its pictures were wrong, so it gets no work. The evidence is below.'
  }
}

/** Nobody is paid for what nobody could check: what that means for a machine without others like it. */
function aloneText({ vouched, capability }: MachineRendering): string {
  if (vouched)
    return 'No other machine can check its frames just now; they are paid all the same, since the operator vouches for it.'
  return `No other machine with Blender ${capability?.blender_version ?? ''} on the same kind of device, whose checks count, is there to check its frames. Their pay is held until one comes or the customer accepts them.`
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
    ? 'none: scenes that denoise go elsewhere'
    : has.map((one) => denoisers[one]).join(', ')
}
