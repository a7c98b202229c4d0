import type { RenderCheck } from '@gridloom/contract/rendering/check'
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge, type Tone } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { RenderCrops } from './render-crops.tsx'

const outcomes = {
  pending: { tone: 'busy', word: 'In progress' },
  same: { tone: 'good', word: 'Match' },
  different: { tone: 'bad', word: 'Different' },
  undecided: { tone: 'warn', word: 'Undecided' },
} as const satisfies Record<RenderCheck['outcome'], { tone: Tone; word: string }>

const columns: readonly Column[] = [
  { text: 'Frame' },
  { text: 'Outcome' },
  { text: 'Part compared' },
  { text: 'PSNR', align: 'number' },
  { text: 'Pixels that differ', align: 'number' },
  { text: 'Time' },
]

/** Checks of frames by other owners' machines: the evidence that both owners see. */
export function RenderChecks({ checks }: { checks: readonly RenderCheck[] }) {
  const [shown, setShown] = useState<RenderCheck>()
  return (
    <>
      <Table label="Checks" columns={columns}>
        {checks.map((check) => (
          <tr key={check.id}>
            <RowHead>{check.frame}</RowHead>
            <Cell label="Outcome">
              <StatusBadge {...outcomes[check.outcome]} look="plain" />
            </Cell>
            <Cell label="Part compared">
              {check.has_crops ? (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  ta="start"
                  aria-label={`View frame ${check.frame}: ${regionWords(check)}`}
                  onClick={() => setShown(check)}
                >
                  {regionWords(check)}
                </Anchor>
              ) : (
                regionWords(check)
              )}
            </Cell>
            <Cell label="PSNR" align="number">
              {psnrWords(check)}
            </Cell>
            <Cell label="Pixels that differ" align="number">
              {check.differing_percent === null ? '–' : `${round(check.differing_percent)} %`}
            </Cell>
            <Cell label="Time">
              <TimeAgo at={check.at} />
            </Cell>
          </tr>
        ))}
      </Table>
      {shown && <RenderCrops check={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** Identical pictures have no noise, so no signal-to-noise ratio. */
export function psnrWords({ outcome, psnr_db: psnr }: RenderCheck): string {
  if (psnr !== null) return `${psnr.toFixed(1)} dB`
  return outcome === 'same' ? 'identical' : '–'
}

function regionWords({ region: { x, y, width, height } }: RenderCheck): string {
  return `${width} × ${height} at ${x}, ${y}`
}

function round(percent: number): number {
  return Math.round(percent * 1_000) / 1_000
}
