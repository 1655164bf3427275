import { createServer, type AddressInfo, type Server } from 'node:net'

/** A mail server that stores what it receives: as much of RFC 5321 as a sender needs to deliver an email. */
export const postOffice = async () => {
  const office = {
    url: '',
    received: new Array<string>(),
    /** Refuses every email while set. */
    refuse: false,
    /** The response to a recipient. */
    recipient: '250 ok',
    /** The number of attempted emails. */
    requests: 0,
    close: async () => undefined,
  }
  const server: Server = createServer((socket) => {
    let source: string[] | null = null
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (source !== null) {
          if (line !== '.') source.push(line)
          else {
            office.received.push(source.join('\r\n'))
            source = null
            say('250 kept')
          }
        } else if (/^DATA/i.test(line)) {
          source = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else if (/^MAIL/i.test(line)) {
          office.requests += 1
          say(office.refuse ? '451 not now' : '250 ok')
        } else if (/^RCPT/i.test(line)) say(office.recipient)
        else say('250 ok')
      }
    })
    say('220 office')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const isPort = (given: string | AddressInfo | null): given is AddressInfo =>
    typeof given === 'object' && given !== null
  office.url = `smtp://127.0.0.1:${isPort(address) ? address.port : 0}`
  office.close = () => new Promise((resolve) => server.close(() => resolve(undefined)))
  return office
}
