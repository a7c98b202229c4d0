import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../../testing/with-design.tsx'
import { FilterField } from './filter-field.tsx'
import { readFilter } from './filter-values.ts'

describe('a filter', () => {
  it('commits once, shortly after the last key', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '24')
    await waitFor(() => expect(commits).toEqual(['24']))
  })

  it('commits at once on Enter', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '24{Enter}')
    expect(commits).toEqual(['24'])
  })

  it('commits at once on blur', async () => {
    const { user, field, commits } = setup()
    await user.type(field(), '8')
    await user.tab()
    expect(commits).toEqual(['8'])
  })

  it.each([
    ['0,42', '0.42'],
    ['$0.5', '0.5'],
    [' 12 ', '12'],
    ['512m', '0.5'],
    ['12 GiB', '12'],
  ])('reads %s as the number %s', async (typed, meant) => {
    const { user, field, commits } = setup()
    await user.type(field(), `${typed}{Enter}`)
    expect(commits).toEqual([meant])
  })

  it.each(['0', '-4', 'lots', '1e'])(
    'does not commit %s, which is not a number above 0',
    async (typed) => {
      const { user, field, commits } = setup()
      await user.type(field(), `${typed}{Enter}`)
      expect(commits).toEqual([])
      expect(field().value).toBe(typed)
    },
  )

  it('commits undefined when it is emptied', async () => {
    const { user, field, commits } = setup({ value: '24' })
    await user.clear(field())
    await user.keyboard('{Enter}')
    expect(commits).toEqual([undefined])
  })

  it('does not commit an unchanged value', async () => {
    const { user, field, commits } = setup({ value: '24' })
    await user.click(field())
    await user.keyboard('{Enter}')
    await user.tab()
    expect(commits).toEqual([])
  })

  it('shows a value that changed elsewhere in place of the input', async () => {
    const { user, field, change } = setup({ value: '24' })
    await user.type(field(), '9')
    change('48')
    expect(field().value).toBe('48')
  })

  it('suggests the given choices', () => {
    setup({ choices: ['RTX 4090', 'A100'] })
    const offered = [...document.querySelectorAll('datalist option')]
    expect(offered.map((option) => option.getAttribute('value'))).toEqual(['RTX 4090', 'A100'])
  })
})

interface Setup {
  value?: string
  choices?: readonly string[]
}

function setup({ value, choices = [] }: Setup = {}) {
  const commits: (string | undefined)[] = []
  const drawn = (shown: string | undefined) => (
    <FilterField
      label="VRAM"
      unit="GiB"
      sign="≥"
      read={(text) => readFilter('vram_mib_min', text)}
      choices={choices}
      value={shown}
      onCommit={(text) => commits.push(text)}
    />
  )
  const { user, show } = renderPart(drawn(value))
  return {
    user,
    commits,
    field: () => screen.getByLabelText<HTMLInputElement>('VRAM'),
    change: (next: string) => show(drawn(next)),
  }
}
