import type { MachineRendering, RenderCapability } from '@gridloom/contract/rendering'
import type { Tone } from '../../../lib/parts/status-badge.tsx'

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
export function admissionText({ admission, trust }: MachineRendering): string {
  switch (admission) {
    case 'unproven':
      return 'It renders a scene of ours first, whose pixels are known. Work comes once they are right.'
    case 'admitted':
      return trust < 80
        ? 'Every frame is compared with another owner’s machine until its trust is 80.'
        : 'A few of its frames are compared with another owner’s machine, by chance.'
    case 'refused':
      return 'Its pictures were wrong, so it gets no work. The evidence is below.'
  }
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
