/** As much of a Markdown tree as this touches. */
interface Node {
  type: string
  children?: Node[]
}

/** A plugin of the parser: HTML that stands in the Markdown is read as the letters that it is. */
export function showHtmlAsText(): (tree: Node) => void {
  return toText
}

function toText(node: Node): void {
  if (node.type === 'html') node.type = 'text'
  for (const child of node.children ?? []) toText(child)
}
