/** Which network addresses a user-entered URL may lead to: checked by every call to such a URL. */
import { BlockList, isIP } from 'node:net'

/** A publicly routable address, as opposed to this machine, its network, or none (RFC 6890 and related). */
export const isOutside = (address: string): boolean => {
  const family = isIP(address)
  if (family === 0) return false
  return family === 6 ? !insideSix.check(address, 'ipv6') : !insideFour.check(address, 'ipv4')
}

const insideFour = new BlockList()
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  insideFour.addSubnet(range, bits, 'ipv4')

const insideSix = new BlockList()
for (const [range, bits] of [
  // Every IPv6 address outside the public range; IPv4 addresses embedded in IPv6 are not public either.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  insideSix.addSubnet(range, bits, 'ipv6')
