import { screen, waitFor } from '@testing-library/react'
import { memo } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../../testing/with-design.tsx'
import { type BlockProps, DrawnBlock, isSameBlock, Markdown } from './markdown.tsx'
import { MarkdownText } from './markdown-text.tsx'

describe('untrusted Markdown', () => {
  it('shows HTML as text', () => {
    const { container } = show(
      'Hello <img src=x onerror=alert(1)> there\n\n<script>alert(2)</script>',
    )
    expect(container.querySelector('img, script')).toBeNull()
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(container.textContent).toContain('<script>alert(2)</script>')
  })

  it('shows an image as a link instead of fetching it', () => {
    const { container } = show('![a cat](https://evil.test/cat.png?q=secret)')
    expect(container.querySelector('img')).toBeNull()
    const link = screen.getByRole('link', { name: 'a cat' })
    expect(link.getAttribute('href')).toBe('https://evil.test/cat.png?q=secret')
  })

  it('adds noopener and nofollow to links and drops javascript: URLs', () => {
    const { container } = show('[out](https://a.test) and [run](javascript:alert(1))')
    const link = screen.getByRole('link', { name: 'out' })
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(link.getAttribute('rel')).toContain('nofollow ugc')
    expect(container.innerHTML).not.toContain('javascript:')
  })
})

describe('GFM', () => {
  it('supports scrollable tables, tasks and strikethrough', () => {
    show('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n~~gone~~')
    const table = screen.getByRole('table')
    expect(screen.getByRole('group', { name: 'Table' }).contains(table)).toBe(true)
    expect(screen.getByRole('checkbox', { name: 'Done' })).toBeTruthy()
    expect(screen.getByText('gone').tagName).toBe('DEL')
  })

  it('completes open markup only while the text is growing', () => {
    const { container, show: redraw } = show('some **bold wo', 'growing')
    expect(container.querySelector('strong')?.textContent).toBe('bold wo')
    redraw(<Markdown text="some **bold wo" />)
    expect(container.querySelector('strong')).toBeNull()
  })
})

describe('code', () => {
  it('is highlighted once its fence is closed', async () => {
    const { container, show: redraw } = show('```python\ndef f(): return 1', 'growing')
    expect(container.querySelector('code')?.textContent).toBe('def f(): return 1')
    redraw(<Markdown text={'```python\ndef f(): return 1\n```\n\nand'} state="growing" />)
    await waitFor(() => expect(colours(container)).toContain('var(--gl-code-token-keyword)'))
    expect(container.querySelector('code')?.textContent).toBe('def f(): return 1')
  })

  it('in a list is highlighted and keeps its lines', async () => {
    const { container } = show('- run\n\n  ```sh\n  echo "a"\n  ls\n  ```')
    await waitFor(() => expect(colours(container).length).toBeGreaterThan(0))
    expect(container.querySelector('code')?.textContent).toBe('echo "a"\nls')
  })

  it('in an unknown language is shown as plain text and can be copied', async () => {
    const { user } = show('```brainrot\n+++\n```')
    expect(screen.getByRole('group', { name: 'Code, brainrot' }).textContent).toBe('+++')
    await user.click(screen.getByRole('button', { name: 'Copy code' }))
    expect(await navigator.clipboard.readText()).toBe('+++')
  })
})

const drawn: number[] = []
const Counted = memo(function Counted(props: BlockProps) {
  drawn.push(props.block.start)
  return <DrawnBlock {...props} />
}, isSameBlock)

it('redraws only the last blocks while an answer grows', () => {
  const paragraph = 'Words that fill a line and one more.\n\n'
  const settled = paragraph.repeat(100)
  const { show: redraw } = renderPart(<Markdown text={settled} state="growing" Block={Counted} />)
  expect(drawn).toHaveLength(100)
  drawn.length = 0
  for (let step = 1; step <= 50; step += 1)
    redraw(<Markdown text={settled + 'token '.repeat(step)} state="growing" Block={Counted} />)
  expect(drawn.length).toBeLessThanOrEqual(51)
})

describe('a long list or table', () => {
  it.each([
    ['bullets', lines(60, (index) => `* item **${index}**`)],
    ['numbers', lines(60, (index) => `${index + 7}. item`)],
    ['items apart', lines(60, (index) => `- item ${index}\n\n  - deeper\n\n  more\n`)],
    ['tasks', lines(60, (index) => `- [${index % 2 ? 'x' : ' '}] task ${index}`)],
    ['rows', `| n | \\| |\n|--:|:-:|\n${lines(60, (index) => `| ${index} | \`a\\|b\` |`)}`],
  ])('of %s renders the same in parts as in one piece', (_, text) => {
    const { container, show: redraw } = show(text)
    const inPieces = partsIn(container)
    redraw(<MarkdownText text={text} end="closed" />)
    expect(inPieces).toEqual(partsIn(container))
    expect(inPieces.items.length).toBeGreaterThanOrEqual(60)
  })

  it('shows its unfinished end without redrawing the rest', () => {
    const text = lines(60, (index) => `- item ${index}`)
    const { container, show: redraw } = show(text, 'growing')
    const before = [...container.querySelectorAll('li')]
    redraw(<Markdown text={`${text}\n- and **bold wo`} state="growing" />)
    const after = [...container.querySelectorAll('li')]
    expect(after.slice(0, 40)).toEqual(before.slice(0, 40))
    expect(after.slice(0, 40).every((item, index) => item === before[index])).toBe(true)
    expect(after.at(-1)?.querySelector('strong')?.textContent).toBe('bold wo')
  })

  it('of 500 rows redraws in less than a quarter of the time of its first render', () => {
    const text = `| n | words |\n|---|---|\n${lines(500, (index) => `| ${index} | **some** words |`)}`
    let all = performance.now()
    const { show: redraw } = show(text, 'growing')
    all = performance.now() - all
    const steps = Array.from({ length: 9 }, (_, step) => {
      const from = performance.now()
      redraw(<Markdown text={`${text}\n| ${'more '.repeat(step)}`} state="growing" />)
      return performance.now() - from
    })
    expect(steps.toSorted((one, other) => one - other)[4]).toBeLessThan(all / 4)
  })
})

/** Returns the lists, tables and items of the container, with their number. */
function partsIn(container: HTMLElement) {
  const all = (selector: string) => [...container.querySelectorAll(selector)]
  return {
    frames: all('ul, ol, table').map((frame) => [frame.tagName, frame.getAttribute('start')]),
    items: all('li, tr').map(({ outerHTML }) => outerHTML),
  }
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

function show(text: string, state: 'growing' | 'whole' = 'whole') {
  return renderPart(<Markdown text={text} state={state} />)
}

function colours(container: HTMLElement): string[] {
  return [...container.querySelectorAll('code span')].map(
    (span) => span.getAttribute('style')?.replace(/^color: |;$/g, '') ?? '',
  )
}
