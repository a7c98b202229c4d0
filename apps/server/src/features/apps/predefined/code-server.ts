import { defineApp } from './define-app.ts'

/** Source: coder.com/docs/code-server: port 8080, and the password from `PASSWORD`. */
export const codeServer = defineApp('code-server', '1', {
  name: 'code-server',
  summary: 'VS Code in the browser, with a terminal on the rented machine.',
  description: `code-server runs VS Code on your instance and shows it in the browser. Projects are in \`/home/coder\`.`,
  category: 'development',
  fields: [{ name: 'PASSWORD', label: 'Password', kind: 'generate' }],
  needs: { memory_mib_min: 2_048 },
  recommended_disk_gb: 10,
  container: {
    image_path_with_tag: 'docker.io/codercom/code-server:4.104.2',
    launch_mode: 'entrypoint',
    docker_options: '--workdir /home/coder',
    readiness: { kind: 'http', port: 8080, path: '/healthz', timeout_s: 120 },
  },
  ports: [{ port: 8080, name: 'Editor' }],
  links: [{ title: 'Editor', port: 8080, path: '/' }],
  login: { username: '', password: 'PASSWORD' },
})
