import { postgresql as container } from '@gridloom/contract/apps/shelf/postgresql'
import { defineBuiltApp } from './define-built-app.ts'

export const postgresql = defineBuiltApp(container, '1', {
  name: 'PostgreSQL with a web console',
  summary: 'The database of Debian 12 with a console in the browser. Needs no registry.',
  description: `PostgreSQL with a database \`app\` and a console in the browser.

Programs connect to port 5432 through \`gridloom forward INSTANCE 5432\`, or to a public TCP port that you open on the **Ports**
tab. The database is on the disk of the instance: take backups.`,
  category: 'data',
  ports: { 8080: 'Web console', 5432: 'PostgreSQL' },
  tcp: [5432],
  recommendedDiskGb: 10,
})
