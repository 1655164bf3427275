import { plainText } from '#contract/platform/plain-text.ts'
/** Maps the headers of a CSV file, in Spanish or English, to fields. Pure. */

export type Field =
  | 'name'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'birthday'
  | 'foundBy'
  | 'tags'
  | 'note'
  | 'company'

/** Headers of Fresha, Booksy, AgendaPro, Google, Apple and Outlook, in lower case without accents and punctuation. */
const known = new Map<string, Field>([
  ...fields(
    'name',
    'name',
    'fullname',
    'clientname',
    'client',
    'customer',
    'displayname',
    'nombrecompleto',
    'cliente',
    'clienta',
    'nombreyapellido',
    'nombreyapellidos',
    'nombredelcliente',
    'nombrecliente',
    'contacto',
  ),
  ...fields(
    'firstName',
    'firstname',
    'givenname',
    'first',
    'nombre',
    'nombres',
    'primernombre',
    'nombredepila',
  ),
  ...fields('middleName', 'middlename', 'additionalname', 'segundonombre'),
  ...fields(
    'lastName',
    'lastname',
    'familyname',
    'surname',
    'last',
    'apellido',
    'apellidos',
    'apellidopaterno',
    'apellidomaterno',
    'primerapellido',
    'segundoapellido',
  ),
  ...fields(
    'phone',
    'phone',
    'phonenumber',
    'mobile',
    'mobilenumber',
    'mobilephone',
    'cell',
    'cellphone',
    'cellular',
    'telephone',
    'telephonenumber',
    'homephone',
    'businessphone',
    'primaryphone',
    'telefono',
    'telefonos',
    'telefonomovil',
    'telefonocelular',
    'telefonodecontacto',
    'celular',
    'movil',
    'numero',
    'numerodetelefono',
    'numerodecelular',
    'numerodemovil',
    'whatsapp',
    'tel',
    'telefono1',
    'telefono2',
    'phone1',
    'phone2',
    'phone1value',
    'phone2value',
    'phone3value',
    'telefono1valor',
    'telefono2valor',
    'telefono3valor',
  ),
  ...fields(
    'email',
    'email',
    'emailaddress',
    'mail',
    'correo',
    'correoelectronico',
    'emailcliente',
    'email1value',
    'email1',
    'correoelectronico1valor',
    'direcciondecorreoelectronico',
  ),
  ...fields(
    'birthday',
    'birthday',
    'birthdate',
    'dateofbirth',
    'dob',
    'cumpleanos',
    'fechadenacimiento',
    'fechanacimiento',
    'nacimiento',
  ),
  ...fields(
    'foundBy',
    'source',
    'clientsource',
    'referralsource',
    'referredby',
    'howdidyouhearaboutus',
    'origen',
    'comonosconocio',
    'comoteencontro',
    'fuente',
    'canal',
    'referidopor',
    'procedencia',
  ),
  ...fields(
    'tags',
    'tags',
    'tag',
    'labels',
    'groups',
    'group',
    'groupmembership',
    'categories',
    'etiquetas',
    'etiqueta',
    'grupos',
    'categoria',
    'categorias',
  ),
  ...fields(
    'note',
    'note',
    'notes',
    'comments',
    'comment',
    'clientnotes',
    'nota',
    'notas',
    'comentarios',
    'comentario',
    'observaciones',
  ),
  ...fields(
    'company',
    'company',
    'organization',
    'organizationname',
    'organization1name',
    'empresa',
    'organizacion',
  ),
])

function fields(field: Field, ...headers: readonly string[]) {
  return headers.map((header) => [header, field] as const)
}

const keyOf = (header: string) => plainText(header).replaceAll(/[^a-z0-9]/g, '')

/** By position in a row; undefined: a column that is not read. */
export const columnsOf = (header: readonly string[]): (Field | undefined)[] => {
  const found = header.map((text) => known.get(keyOf(text)))
  // "Nombre" without a surname column is the whole name.
  return found.includes('lastName') || found.includes('name')
    ? found
    : found.map((field) => (field === 'firstName' && !found.includes('middleName') ? 'name' : field))
}

/** The program that wrote the file, where its headers show it. */
export const originOf = (header: readonly string[]): 'fresha' | 'google' | 'csv' => {
  const keys = new Set(header.map(keyOf))
  if (keys.has('phone1value') || keys.has('telefono1valor') || keys.has('groupmembership')) return 'google'
  return keys.has('mobilenumber') && (keys.has('clientsource') || keys.has('referralsource'))
    ? 'fresha'
    : 'csv'
}
