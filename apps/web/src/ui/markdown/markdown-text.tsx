import type { ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import gfm from 'remark-gfm'
import remend from 'remend'
import { ScrollRegion } from '../components/scroll-region.tsx'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'
import { showHtmlAsText } from './show-html-as-text.ts'
import type { TreeNode } from './tree.ts'

export interface MarkdownTextProps {
  text: string
  end: 'open' | 'closed'
  /** Transforms the parsed tree after it was sanitised. */
  reshape?: RehypePlugin
}

type RehypePlugin = NonNullable<Options['rehypePlugins']>[number]

/** Renders Markdown other than code through parser and sanitiser. */
export function MarkdownText({ text, end, reshape }: MarkdownTextProps) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={reshape ? [rehypeSanitize, reshape] : rehypePlugins}
      components={end === 'open' ? growing : whole}
    >
      {end === 'open' ? remend(text, { linkMode: 'text-only', images: false }) : text}
    </ReactMarkdown>
  )
}

const remarkPlugins = [gfm, showHtmlAsText]
const rehypePlugins = [rehypeSanitize]

const shared: Components = {
  a: ({ href, children }) => <Outside href={href}>{children}</Outside>,
  // Fetching the picture would reveal to its host who reads what, and when.
  img: ({ src, alt }) => (
    <Outside href={typeof src === 'string' ? src : undefined}>{alt || 'Picture'}</Outside>
  ),
  table: ({ children }) => <WideTable>{children}</WideTable>,
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked ?? false}
      disabled
      aria-label={checked ? 'Done' : 'Open'}
    />
  ),
}
const growing: Components = { ...shared, pre: ({ node }) => <Fence node={node} state="open" /> }
const whole: Components = { ...shared, pre: ({ node }) => <Fence node={node} state="closed" /> }

/** A table that scrolls on its own if it is too wide. */
export function WideTable({ children }: { children: ReactNode }) {
  return (
    <ScrollRegion role="group" aria-label="Table" className={styles.wide}>
      <table>{children}</table>
    </ScrollRegion>
  )
}

function Outside({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" title={href}>
      {children}
    </a>
  )
}

/** A fence within a list or a quote. */
function Fence({ node, state }: { node: TreeNode | undefined; state: 'open' | 'closed' }) {
  const [code] = node?.children ?? []
  const text = code?.children?.map(({ value }) => value ?? '').join('') ?? ''
  const names: unknown = code?.properties?.className
  const named = Array.isArray(names) ? names.find((name) => /^language-/.test(String(name))) : ''
  const language = String(named ?? '').replace('language-', '')
  return <CodeBlock language={language} text={text.replace(/\n$/, '')} state={state} />
}
