import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { CopyLine } from './copy.tsx'

describe('CopyLine', () => {
  it('copies the exact text with its line breaks', async () => {
    const { user } = setup()
    await user.click(screen.getByRole('button', { name: 'Copy shell command' }))
    expect(await navigator.clipboard.readText()).toBe(text)
  })

  it('shows that it has copied, then offers it again', async () => {
    const { user } = setup()
    await user.click(screen.getByRole('button', { name: 'Copy shell command' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
    await waitFor(() => screen.getByRole('button', { name: 'Copy shell command' }))
  })

  it('can be scrolled with the keyboard and has a name', async () => {
    const { user } = setup()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shell command' }))
  })
})

const text = 'gridloom forward ins_1 \\\n  8080:8080'

function setup() {
  return renderPart(<CopyLine text={text} label="Shell command" />)
}
