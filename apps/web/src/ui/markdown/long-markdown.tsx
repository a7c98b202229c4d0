import { memo } from 'react'
import type { LongBlock } from './long-blocks.ts'
import { MarkdownText, WideTable } from './markdown-text.tsx'
import type { TreeNode } from './tree.ts'

interface LongMarkdownProps {
  long: LongBlock
  end: 'open' | 'closed'
}

/** A long list or table. While it grows, only its last part is parsed again. */
export function LongMarkdown({ long: { kind, first, pieces }, end }: LongMarkdownProps) {
  const last = pieces.at(-1)
  const drawn = pieces.map((piece) => (
    <SteadyText
      key={piece.start}
      text={piece.text}
      end={piece === last ? end : 'closed'}
      reshape={piece.start > 0 && kind === 'table' ? bodyAlone : contentAlone}
    />
  ))
  switch (kind) {
    case 'table':
      return <WideTable>{drawn}</WideTable>
    case 'ol':
      return <ol start={first}>{drawn}</ol>
    case 'ul':
      return <ul>{drawn}</ul>
  }
}

const SteadyText = memo(MarkdownText)

/** Keeps only the content of a list or table, since all parts share one outer element. */
function contentAlone() {
  return (tree: TreeNode) => {
    tree.children = tree.children?.flatMap(contentOf) ?? []
  }
}

function bodyAlone() {
  return (tree: TreeNode) => {
    const content = tree.children?.flatMap(contentOf) ?? []
    tree.children = content.filter(({ tagName }) => tagName !== 'thead')
  }
}

const frames = new Set(['ul', 'ol', 'table'])

function contentOf(node: TreeNode): TreeNode[] {
  const content = frames.has(node.tagName ?? '') ? (node.children ?? []) : [node]
  return content.filter(({ type, value }) => type !== 'text' || value?.trim() !== '')
}
