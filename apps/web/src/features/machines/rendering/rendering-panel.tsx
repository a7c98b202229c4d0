import type { Machine } from '@gridloom/contract/machines/machine'
import type { MachineRendering } from '@gridloom/contract/rendering/machine-rendering'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { RenderChecks } from '../../../shared/rendering/render-checks.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { formatCount, plural } from '../../../ui/format/numbers.ts'
import { useChangeRendering } from '../api/change-rendering.ts'
import { machineRenderingQuery } from '../api/machine-rendering.ts'
import { RenderPriceForm } from './render-price-form.tsx'
import styles from './rendering.module.css'
import {
  admissionText,
  denoiserWords,
  deviceWords,
  engineWords,
  renderingStatus,
} from './rendering-words.ts'

/** Rendering on one machine: whether it accepts work, its price, capability and checks. */
export function RenderingPanel({ machine }: { machine: Machine }) {
  const rendering = useQuery(machineRenderingQuery(useClient(), machine.id))
  return (
    <Section
      title="Rendering"
      note={rendering.data && <StatusBadge {...renderingStatus(rendering.data)} look="plain" />}
      inset="flush"
      actions={rendering.data?.capability && <TakesWork rendering={rendering.data} />}
    >
      <Loaded query={rendering} what="rendering capabilities">
        {(read) => <RenderingView rendering={read} />}
      </Loaded>
    </Section>
  )
}

function TakesWork({ rendering }: { rendering: MachineRendering }) {
  const change = useChangeRendering(rendering.machine_id)
  const wanted = change.isPending ? change.variables.enabled : undefined
  return (
    <Switch
      size="sm"
      label="Accept render work"
      checked={wanted ?? rendering.enabled}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ enabled: event.currentTarget.checked })}
    />
  )
}

function RenderingView({ rendering }: { rendering: MachineRendering }) {
  if (rendering.capability === null) {
    return (
      <p className={styles.text}>
        {rendering.missing ?? 'Waiting for the agent to report whether Blender is installed.'}
      </p>
    )
  }
  return (
    <>
      <p className={styles.text}>{admissionText(rendering)}</p>
      <div className={styles.body}>
        <Facts facts={factsOf(rendering)} />
        <RenderPriceForm key={rendering.machine_id} rendering={rendering} />
      </div>
      {rendering.checks.length > 0 && <RenderChecks checks={rendering.checks} />}
    </>
  )
}

function factsOf(rendering: MachineRendering) {
  const { capability, score, trust, vouched } = rendering
  return [
    ...(capability === null
      ? []
      : [
          {
            name: 'Blender',
            value: `${capability.blender_version}${capability.driver === 'bpy' ? ', as a Python module' : ''}`,
          },
          { name: 'Engines', value: engineWords(capability) },
          { name: 'Devices', value: deviceWords(capability) },
          { name: 'Denoisers', value: denoiserWords(capability) },
        ]),
    {
      name: 'Score',
      value: score === null ? 'not measured yet' : `${score.toFixed(2)} × the reference machine`,
    },
    { name: 'Trust', value: `${trust} of 100${vouched ? ', vouched for by the operator' : ''}` },
    { name: 'Frames paid', value: formatCount(rendering.frames_paid) },
    { name: 'Frames refused', value: formatCount(rendering.frames_refused) },
    { name: 'Checked by', value: plural(rendering.checkers, 'machine') },
    ...(rendering.frames_held === 0
      ? []
      : [
          {
            name: 'Pay on hold',
            value: (
              <>
                <Money microUsd={rendering.held_micro_usd} /> for{' '}
                {plural(rendering.frames_held, 'frame')}, before our fee
              </>
            ),
          },
        ]),
    { name: 'Rendering earnings', value: <Money microUsd={rendering.earned_micro_usd} /> },
  ]
}
