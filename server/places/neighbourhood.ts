// Neighbourhoods ("colonias") of the cities where Kalli starts, maintained by hand: colloquial names with a postal code and a point near
// the middle, both approximate. `weight` is how much happens there, from 1 to 10.

export type NeighbourhoodRow = readonly [
  name: string,
  postalCode: string,
  latitude: number,
  longitude: number,
  weight: number,
]

/** By INEGI's number of the municipality. */
export const neighbourhoodRows: Record<number, readonly NeighbourhoodRow[]> = {
  // Ciudad de México: Cuauhtémoc
  9015: [
    ['Roma Norte', '06700', 19.4189, -99.1627, 10],
    ['Roma Sur', '06760', 19.4079, -99.1612, 7],
    ['Condesa', '06140', 19.4147, -99.1768, 9],
    ['Hipódromo', '06100', 19.4112, -99.1697, 8],
    ['Hipódromo Condesa', '06170', 19.4078, -99.1765, 5],
    ['Juárez', '06600', 19.4264, -99.1611, 7],
    ['Cuauhtémoc', '06500', 19.4302, -99.1709, 5],
    ['Santa María la Ribera', '06400', 19.4488, -99.1585, 5],
    ['San Rafael', '06470', 19.4377, -99.1636, 4],
    ['Doctores', '06720', 19.4194, -99.1466, 3],
    ['Centro Histórico', '06000', 19.4339, -99.1374, 5],
  ],
  // Miguel Hidalgo
  9016: [
    ['Polanco', '11550', 19.4332, -99.1936, 9],
    ['Anzures', '11590', 19.4334, -99.1786, 4],
    ['Escandón', '11800', 19.4023, -99.1795, 6],
    ['San Miguel Chapultepec', '11850', 19.4119, -99.1862, 4],
    ['Granada', '11520', 19.4407, -99.2014, 4],
    ['Tacubaya', '11870', 19.4031, -99.1884, 2],
    ['Lomas de Chapultepec', '11000', 19.4262, -99.2137, 4],
  ],
  // Benito Juárez
  9014: [
    ['Del Valle Centro', '03100', 19.3861, -99.1662, 9],
    ['Del Valle Sur', '03104', 19.3749, -99.1694, 5],
    ['Narvarte Poniente', '03020', 19.3963, -99.1543, 7],
    ['Narvarte Oriente', '03023', 19.3957, -99.1478, 4],
    ['Nápoles', '03810', 19.3935, -99.1757, 6],
    ['Portales Norte', '03303', 19.3709, -99.1446, 4],
    ['Portales Sur', '03300', 19.3657, -99.1434, 4],
    ['Álamos', '03400', 19.3991, -99.1434, 3],
    ['Mixcoac', '03910', 19.3738, -99.1849, 3],
    ['Xoco', '03330', 19.3615, -99.1671, 2],
  ],
  // Coyoacán
  9003: [
    ['Del Carmen', '04100', 19.3526, -99.1616, 6],
    ['Villa Coyoacán', '04000', 19.3497, -99.1626, 5],
    ['La Concepción', '04020', 19.3449, -99.1568, 2],
    ['Campestre Churubusco', '04200', 19.3507, -99.1348, 3],
    ['Copilco Universidad', '04360', 19.3369, -99.1817, 2],
    ['Prado Churubusco', '04230', 19.3512, -99.1281, 2],
  ],
  // Álvaro Obregón
  9010: [
    ['San Ángel', '01000', 19.3467, -99.1905, 4],
    ['Guadalupe Inn', '01020', 19.3585, -99.1862, 3],
    ['Florida', '01030', 19.3568, -99.1809, 3],
    ['Santa Fe', '01219', 19.3664, -99.2606, 4],
  ],
  // Tlalpan
  9012: [
    ['Tlalpan Centro', '14000', 19.2892, -99.1669, 4],
    ['Coapa', '14330', 19.2994, -99.1275, 3],
    ['Jardines del Ajusco', '14200', 19.2985, -99.2064, 2],
  ],
  // Gustavo A. Madero
  9005: [
    ['Lindavista', '07300', 19.4918, -99.1325, 5],
    ['Industrial', '07800', 19.4742, -99.1221, 2],
    ['Villa de Aragón', '07570', 19.4603, -99.0659, 2],
  ],
  // Azcapotzalco, Iztacalco, Iztapalapa, Venustiano Carranza, Xochimilco, Cuajimalpa
  9002: [
    ['Clavería', '02080', 19.4667, -99.1851, 3],
    ['Nueva Santa María', '02800', 19.4648, -99.1689, 2],
  ],
  9006: [['Agrícola Oriental', '08500', 19.3961, -99.0724, 2]],
  9007: [['Lomas Estrella', '09890', 19.3196, -99.0955, 2]],
  9017: [['Jardín Balbuena', '15900', 19.4183, -99.1046, 3]],
  9013: [['Xochimilco Centro', '16000', 19.2623, -99.1042, 2]],
  9004: [['Cuajimalpa Centro', '05000', 19.3574, -99.2999, 2]],
  // Estado de México
  15057: [
    ['Ciudad Satélite', '53100', 19.5096, -99.2343, 4],
    ['Lomas Verdes', '53120', 19.5107, -99.2592, 3],
  ],
  15037: [['Interlomas', '52787', 19.3963, -99.2807, 3]],
  // Guadalajara
  14039: [
    ['Americana', '44160', 20.6735, -103.3654, 7],
    ['Lafayette', '44150', 20.6728, -103.3709, 4],
    ['Ladrón de Guevara', '44600', 20.6872, -103.3722, 4],
    ['Providencia', '44630', 20.6986, -103.3779, 6],
    ['Santa Tere', '44200', 20.6843, -103.3636, 4],
    ['Chapalita Oriente', '45040', 20.6654, -103.3966, 3],
    ['Moderna', '44190', 20.6609, -103.3628, 2],
    ['Jardines del Bosque', '44520', 20.6621, -103.3879, 2],
    ['Centro', '44100', 20.6767, -103.3475, 3],
  ],
  // Zapopan
  14120: [
    ['Chapalita', '45030', 20.6647, -103.4041, 4],
    ['Puerta de Hierro', '45116', 20.7108, -103.4133, 4],
    ['Ciudad del Sol', '45050', 20.6483, -103.3987, 3],
    ['Zapopan Centro', '45100', 20.7206, -103.3912, 3],
    ['Valle Real', '45136', 20.7269, -103.4299, 2],
  ],
  14098: [['Tlaquepaque Centro', '45500', 20.6405, -103.3113, 3]],
  // Monterrey
  19039: [
    ['Centro', '64000', 25.6714, -100.3105, 3],
    ['Obispado', '64060', 25.6741, -100.3411, 4],
    ['Mitras Centro', '64460', 25.6912, -100.3487, 4],
    ['Cumbres', '64610', 25.7289, -100.3866, 5],
    ['Contry', '64860', 25.6371, -100.2795, 4],
    ['Tecnológico', '64700', 25.6499, -100.2909, 4],
    ['Barrio Antiguo', '64000', 25.6668, -100.3055, 2],
  ],
  // San Pedro Garza García
  19019: [
    ['Del Valle', '66220', 25.6558, -100.3614, 6],
    ['Fuentes del Valle', '66224', 25.6611, -100.3749, 3],
    ['Valle Oriente', '66269', 25.6425, -100.3267, 4],
    ['Casco de San Pedro', '66200', 25.6597, -100.4023, 3],
  ],
  19046: [['Anáhuac', '66450', 25.7372, -100.3106, 2]],
  // Puebla
  21114: [
    ['La Paz', '72160', 19.0546, -98.2223, 4],
    ['El Carmen', '72530', 19.0328, -98.1972, 2],
    ['Centro Histórico', '72000', 19.0438, -98.1983, 4],
    ['Huexotitla', '72534', 19.0273, -98.2065, 3],
    ['Zavaleta', '72150', 19.0581, -98.2389, 3],
  ],
  21119: [
    ['Lomas de Angelópolis', '72830', 18.9945, -98.2776, 4],
    ['Reserva Territorial Atlixcáyotl', '72820', 19.0281, -98.2369, 3],
  ],
  21140: [['Cholula Centro', '72760', 19.0633, -98.3068, 3]],
  // Querétaro
  22014: [
    ['Centro Histórico', '76000', 20.5931, -100.3921, 5],
    ['Juriquilla', '76230', 20.7026, -100.4467, 4],
    ['Álamos', '76160', 20.6164, -100.3869, 4],
    ['Milenio III', '76060', 20.5949, -100.3449, 3],
    ['Jardines de la Hacienda', '76180', 20.5719, -100.4126, 2],
    ['El Refugio', '76146', 20.6515, -100.3477, 2],
  ],
  22006: [['El Pueblito', '76900', 20.5391, -100.4435, 2]],
  // Mérida
  31050: [
    ['Centro', '97000', 20.9674, -89.6237, 4],
    ['García Ginerés', '97070', 20.9816, -89.6382, 4],
    ['Itzimná', '97100', 20.9919, -89.6142, 3],
    ['Santiago', '97000', 20.9692, -89.6307, 2],
    ['Montes de Amé', '97115', 21.0284, -89.6108, 3],
    ['Altabrisa', '97130', 21.0187, -89.5838, 4],
    ['Temozón Norte', '97302', 21.0691, -89.6155, 3],
    ['Francisco de Montejo', '97203', 21.0271, -89.6515, 3],
  ],
  // Cancún and Playa del Carmen
  23005: [
    ['Centro', '77500', 21.1609, -86.8263, 3],
    ['Supermanzana 17', '77505', 21.1463, -86.8327, 3],
    ['Zona Hotelera', '77500', 21.1285, -86.7466, 4],
    ['Residencial Cumbres', '77560', 21.1163, -86.8512, 3],
    ['Alfredo V. Bonfil', '77560', 21.0903, -86.8436, 2],
  ],
  23008: [
    ['Gonzalo Guerrero', '77720', 20.6307, -87.0721, 4],
    ['Playacar', '77717', 20.6138, -87.0842, 3],
  ],
  // Tijuana
  2004: [
    ['Zona Centro', '22000', 32.5334, -117.0363, 3],
    ['Zona Río', '22010', 32.5248, -117.0161, 5],
    ['Hipódromo', '22020', 32.5071, -117.0061, 3],
    ['Playas de Tijuana', '22500', 32.5236, -117.1203, 4],
    ['Otay Universidad', '22427', 32.5317, -116.9658, 3],
  ],
  // Hermosillo
  26030: [
    ['Centro', '83000', 29.0757, -110.9566, 3],
    ['Pitic', '83150', 29.0917, -110.9487, 4],
    ['Valle Grande', '83205', 29.0993, -110.9978, 2],
    ['Modelo', '83190', 29.1005, -110.9581, 3],
    ['Villa Satélite', '83200', 29.0746, -110.9862, 2],
  ],
  // Ciudad Juárez
  8037: [
    ['Centro', '32000', 31.7386, -106.4869, 2],
    ['Campestre', '32460', 31.7189, -106.4316, 4],
    ['Partido Romero', '32030', 31.7319, -106.4709, 2],
    ['Partido Senecú', '32540', 31.6963, -106.3975, 3],
    ['Las Misiones', '32505', 31.6867, -106.4175, 3],
  ],
  // León
  11020: [
    ['Centro', '37000', 21.1219, -101.6836, 3],
    ['Jardines del Moral', '37160', 21.1472, -101.6912, 4],
    ['Lomas del Campestre', '37150', 21.1611, -101.6979, 4],
    ['Andrade', '37020', 21.1266, -101.6732, 2],
    ['San Isidro', '37530', 21.1059, -101.6405, 2],
  ],
  // Oaxaca
  20067: [
    ['Centro', '68000', 17.0612, -96.7251, 4],
    ['Reforma', '68050', 17.0803, -96.7135, 4],
    ['Jalatlaco', '68080', 17.0665, -96.7174, 3],
    ['Xochimilco', '68040', 17.0716, -96.7228, 2],
    ['San Felipe del Agua', '68020', 17.1067, -96.7143, 3],
  ],
}
