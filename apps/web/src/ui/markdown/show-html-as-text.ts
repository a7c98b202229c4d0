import type { TreeNode } from './tree.ts'

/** A parser plugin that shows HTML within Markdown as plain text. */
export function showHtmlAsText(): (tree: TreeNode) => void {
  return toText
}

function toText(node: TreeNode): void {
  if (node.type === 'html') node.type = 'text'
  for (const child of node.children ?? []) toText(child)
}
