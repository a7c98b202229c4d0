import { memo, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { LongMarkdown } from './long-markdown.tsx'
import styles from './markdown.module.css'
import { MarkdownText } from './markdown-text.tsx'
import { createBlockSplitter, type MarkdownBlock } from './split-blocks.ts'

export interface BlockProps {
  block: MarkdownBlock
  /** `open`: more of it may come, so that what it leaves open is closed for it. */
  end: 'open' | 'closed'
}

interface MarkdownProps {
  text: string
  /** `growing`: text is added at its end, many times in a second. */
  state?: 'growing' | 'whole'
  /** What draws one block; tests count with it. */
  Block?: (props: BlockProps) => React.ReactNode
}

/**
 * Markdown with GFM of people and models whom nobody trusts: no HTML, no pictures (they are links), links that give
 * nothing away. While it grows only its last blocks are drawn again.
 */
export function Markdown({ text, state = 'whole', Block = OneBlock }: MarkdownProps) {
  const [split] = useState(createBlockSplitter)
  const blocks = split(text)
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        <Block
          key={block.start}
          block={block}
          end={state === 'growing' && index === blocks.length - 1 ? 'open' : 'closed'}
        />
      ))}
    </div>
  )
}

/** Whether a block would be drawn as it was. */
export function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  return before.end === after.end && before.block.text === after.block.text
}

/** One block, drawn again only when its own text changes. */
const OneBlock = memo(DrawnBlock, isSameBlock)

export function DrawnBlock({ block, end }: BlockProps) {
  const { code, long } = block
  if (code) return <CodeBlock {...code} state={end === 'closed' ? 'closed' : code.state} />
  if (long) return <LongMarkdown long={long} end={end} />
  return <MarkdownText text={block.text} end={end} />
}
