import { codeEditor as container } from '@gridloom/contract/apps/shelf/code-editor'
import { defineBuiltApp } from './define-built-app.ts'

export const codeEditor = defineBuiltApp(container, '1', {
  name: 'Code editor',
  summary: 'An editor like VS Code in the browser, with a terminal. Needs no registry.',
  description: `An editor for code with extensions and a terminal, in the browser. Files are in \`/workspace\`.`,
  category: 'development',
  ports: { 8080: 'Editor' },
  recommendedDiskGb: 12,
})
