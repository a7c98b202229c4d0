import { jupyterlab as container } from '@gridloom/contract/apps/shelf/jupyterlab'
import { defineBuiltApp } from './define-built-app.ts'

export const jupyterlab = defineBuiltApp(container, '1', {
  name: 'JupyterLab',
  summary: 'Notebooks, a terminal and an editor in the browser, with Python 3 and git.',
  description: `JupyterLab 4 with a Python 3 kernel. Notebooks are in \`/workspace\`.

“Open” signs you in with the token. Install packages in a notebook with \`%pip install\`.`,
  category: 'development',
  ports: { 8888: 'JupyterLab' },
  secret: 'Token',
  recommendedDiskGb: 10,
})
