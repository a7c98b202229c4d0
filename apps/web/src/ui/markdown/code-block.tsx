import { CopyButton } from '../components/copy.tsx'
import { ScrollRegion } from '../components/scroll-region.tsx'
import type { CodeToken } from './languages.ts'
import styles from './markdown.module.css'
import { useTokens } from './use-tokens.ts'

interface CodeBlockProps {
  /** As written after the fence; may be empty. */
  language: string
  text: string
  /** Only closed code is highlighted: while it is being written, colours would flicker and cost would grow. */
  state: 'open' | 'closed'
}

/** Code with its language and a copy button; long lines scroll on their own. */
export function CodeBlock({ language, text, state }: CodeBlockProps) {
  const lines = useTokens({ language, text, state })
  return (
    <figure className={styles.code}>
      <figcaption className={styles.caption}>
        <span>{language || 'text'}</span>
        <CopyButton text={text} label="Copy code" />
      </figcaption>
      <ScrollRegion
        role="group"
        aria-label={language ? `Code, ${language}` : 'Code'}
        className={styles.lines}
      >
        <pre>
          <code>{lines ? lines.map((line) => <Line key={line.start} {...line} />) : text}</code>
        </pre>
      </ScrollRegion>
    </figure>
  )
}

function Line({ tokens, end }: { tokens: readonly CodeToken[]; end: string }) {
  return (
    <>
      {tokens.map(({ start, text, color }) => (
        <span key={start} style={{ color }}>
          {text}
        </span>
      ))}
      {end}
    </>
  )
}
