/** The part of the parsers' trees (Markdown and HTML) that is read or changed here. */
export interface TreeNode {
  type: string
  tagName?: string
  value?: string
  properties?: Readonly<Record<string, unknown>>
  children?: TreeNode[]
}
