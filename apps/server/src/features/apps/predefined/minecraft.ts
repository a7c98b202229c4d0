import { defineApp } from './define-app.ts'

/** Source: docker-minecraft-server.readthedocs.io. */
export const minecraft = defineApp('minecraft', '1', {
  name: 'Minecraft server',
  summary: 'A Java Edition server for you and your friends.',
  description: `Starts the newest Minecraft server for Java Edition. The first start downloads it and makes the world, which takes a few
minutes.

Players connect to a public TCP port: open one for port 25565 on the **Ports** tab.`,
  category: 'games',
  fields: [
    {
      name: 'EULA',
      label: 'Minecraft’s end user licence agreement',
      help: 'Read it at https://www.minecraft.net/eula.',
      kind: 'select',
      options: [{ value: 'TRUE', label: 'I accept it' }],
    },
    { name: 'MOTD', label: 'Server name', kind: 'text', default: 'A server on Gridloom' },
    {
      name: 'DIFFICULTY',
      label: 'Difficulty',
      kind: 'select',
      default: 'easy',
      options: [
        { value: 'peaceful', label: 'Peaceful' },
        { value: 'easy', label: 'Easy' },
        { value: 'normal', label: 'Normal' },
        { value: 'hard', label: 'Hard' },
      ],
    },
    { name: 'MAX_PLAYERS', label: 'Players', kind: 'number', default: '10', min: 1, max: 200 },
  ],
  needs: { memory_mib_min: 4_096, vcpus_min: 2 },
  recommended_disk_gb: 10,
  container: {
    image_path_with_tag: 'docker.io/itzg/minecraft-server:2025.8.0',
    launch_mode: 'entrypoint',
    env: { MEMORY: '3G' },
    readiness: { kind: 'tcp', port: 25565, timeout_s: 900 },
  },
  ports: [{ port: 25565, name: 'Minecraft', protocol: 'tcp' }],
})
