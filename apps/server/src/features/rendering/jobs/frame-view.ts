import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { ShownFrame } from '../frames/frames-store.ts'

/** Returns the owner's view of a frame. */
export function frameView(row: ShownFrame): RenderFrame {
  const settled = row.state === 'done' || row.state === 'checking' || row.state === 'held'
  return {
    number: row.number,
    state: row.state,
    machine_id: row.machine_id,
    percent: row.state === 'rendering' ? row.percent : null,
    render_s: settled ? secondsOf(row.render_ms) : null,
    reference_s: settled ? secondsOf(row.reference_ms) : null,
    charged_micro_usd: row.charged_micro_usd,
    held_micro_usd: row.held_micro_usd,
    bytes: row.bytes,
    sha256: row.sha256,
    failures: row.failed_machines.length,
    problem: row.problem,
    approval: row.approval,
    checked: row.checked,
  }
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : ms / 1_000
}
