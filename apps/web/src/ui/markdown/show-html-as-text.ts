import type { TreeNode } from './tree.ts'

/** A plugin of the parser: HTML that stands in the Markdown is read as the letters that it is. */
export function showHtmlAsText(): (tree: TreeNode) => void {
  return toText
}

function toText(node: TreeNode): void {
  if (node.type === 'html') node.type = 'text'
  for (const child of node.children ?? []) toText(child)
}
