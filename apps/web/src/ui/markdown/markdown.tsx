import { memo, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { LongMarkdown } from './long-markdown.tsx'
import styles from './markdown.module.css'
import { MarkdownText } from './markdown-text.tsx'
import { createBlockSplitter, type MarkdownBlock } from './split-blocks.ts'

export interface BlockProps {
  block: MarkdownBlock
  /** `open`: more text may follow, so unfinished markup is closed for rendering. */
  end: 'open' | 'closed'
}

interface MarkdownProps {
  text: string
  /** `growing`: text is appended many times per second. */
  state?: 'growing' | 'whole'
  /** Renders one block; replaced in tests to count renders. */
  Block?: (props: BlockProps) => React.ReactNode
}

/**
 * Renders untrusted GFM by users and models: no HTML, pictures as links, and links that reveal nothing about the
 * reader. While the text grows, only its last blocks are rendered again.
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

/** Whether a block would be rendered the same. */
export function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  return before.end === after.end && before.block.text === after.block.text
}

/** One block, rendered again only when its own text changes. */
const OneBlock = memo(DrawnBlock, isSameBlock)

export function DrawnBlock({ block, end }: BlockProps) {
  const { code, long } = block
  if (code) return <CodeBlock {...code} state={end === 'closed' ? 'closed' : code.state} />
  if (long) return <LongMarkdown long={long} end={end} />
  return <MarkdownText text={block.text} end={end} />
}
