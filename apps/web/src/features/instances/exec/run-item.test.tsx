import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../testing/with-design.tsx'
import { RunItem } from './run-item.tsx'
import type { Run } from './use-exec.ts'

describe('the outcome of a command', () => {
  it.each([
    [{ ended: 'exited', exit_code: 0 }, 'Exit code 0 · 1.5 s'],
    [{ ended: 'exited', exit_code: 137 }, 'Exit code 137 · 1.5 s'],
    [{ ended: 'timed_out', exit_code: null }, 'Timed out · 1.5 s'],
    [{ ended: 'output_limit', exit_code: null }, 'Stopped: more than 8 MiB of output'],
    [{ ended: 'instance_stopped', exit_code: null }, 'The instance stopped'],
    [{ ended: 'failed', text: 'It is not connected.' }, 'It is not connected.'],
  ] as const)('is described: %o', (end, words) => {
    setup({ end, tookMs: 1_540 })
    expect(screen.getByRole('status').textContent).toBe(words)
  })

  it('is "Running" until it ends, without a note that there is no output', () => {
    setup({ end: undefined })
    expect(screen.getByRole('status').textContent).toBe('Running')
    expect(screen.queryByText('No output')).toBeNull()
  })

  it('includes a note if there was no output', () => {
    setup({ end: { ended: 'exited', exit_code: 0 } })
    expect(screen.getByText('No output')).toBeTruthy()
  })
})

describe('the output of a command', () => {
  it('is a region that a keyboard can scroll, named after the command', () => {
    setup({ output: [{ stream: 'stdout', text: 'Linux\n', number: 0 }] })
    const output = screen.getByRole('region', { name: 'Output of uname' })
    expect(output.textContent).toBe('Linux\n')
    expect(output.tabIndex).toBe(0)
  })

  it('labels standard error by a word, not by colour alone', () => {
    setup({
      output: [
        { stream: 'stdout', text: 'a\n', number: 0 },
        { stream: 'stderr', text: 'b\n', number: 1 },
      ],
    })
    expect(screen.getByRole('region').textContent).toBe('a\nstderr b\n')
  })
})

function setup(parts: Partial<Run>) {
  const run: Run = {
    number: 1,
    line: 'uname',
    output: [],
    tookMs: undefined,
    end: undefined,
    ...parts,
  }
  return renderPart(
    <ol>
      <RunItem run={run} />
    </ol>,
  )
}
