/** As much of the parser's trees, of Markdown and of what is drawn, as is read or changed here. */
export interface TreeNode {
  type: string
  tagName?: string
  value?: string
  properties?: Readonly<Record<string, unknown>>
  children?: TreeNode[]
}
