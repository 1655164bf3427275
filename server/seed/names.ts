/** Names as they are common in Mexico; the town's people are invented. */
export const womensNames = [
  'Ana', 'María', 'Guadalupe', 'Fernanda', 'Ximena', 'Valeria', 'Sofía', 'Daniela', 'Mariana', 'Regina',
  'Alejandra', 'Gabriela', 'Paola', 'Karla', 'Diana', 'Lucía', 'Andrea', 'Itzel', 'Citlali', 'Xóchitl',
  'Verónica', 'Claudia', 'Leticia', 'Rocío', 'Brenda', 'Jimena', 'Natalia', 'Renata', 'Camila', 'Montserrat',
  'Elena', 'Patricia', 'Adriana', 'Silvia', 'Yolanda', 'Carmen', 'Isabel', 'Julieta', 'Miriam', 'Pilar',
  'Teresa', 'Beatriz', 'Norma', 'Araceli', 'Yareli', 'Nayeli', 'Abril', 'Ivonne', 'Lorena', 'Cecilia',
] as const

export const mensNames = [
  'José', 'Luis', 'Carlos', 'Miguel', 'Jorge', 'Diego', 'Emiliano', 'Santiago', 'Mateo', 'Sebastián',
  'Ricardo', 'Fernando', 'Eduardo', 'Raúl', 'Arturo', 'Héctor', 'Óscar', 'Iván', 'Rodrigo', 'Alonso',
  'Javier', 'Manuel', 'Alejandro', 'Ángel', 'Rubén', 'Sergio', 'Tonatiuh', 'Cuauhtémoc', 'Bruno', 'Leonardo',
] as const

export const familyNames = [
  'Hernández', 'García', 'Martínez', 'López', 'González', 'Pérez', 'Rodríguez', 'Sánchez', 'Ramírez', 'Cruz',
  'Flores', 'Gómez', 'Morales', 'Vázquez', 'Jiménez', 'Reyes', 'Torres', 'Díaz', 'Gutiérrez', 'Mendoza',
  'Ruiz', 'Aguilar', 'Ortiz', 'Castillo', 'Moreno', 'Romero', 'Álvarez', 'Méndez', 'Chávez', 'Rivera',
  'Juárez', 'Ramos', 'Domínguez', 'Herrera', 'Medina', 'Castro', 'Vargas', 'Guzmán', 'Velázquez', 'Rojas',
  'Contreras', 'Salazar', 'Luna', 'Ortega', 'Guerrero', 'Estrada', 'Bautista', 'Cortés', 'Soto', 'Navarro',
  'Zamora', 'Cervantes', 'Ibarra', 'Montes', 'Nava', 'Olvera', 'Paredes', 'Quiroz', 'Rangel', 'Tapia',
  'Uribe', 'Villanueva', 'Zavala', 'Beltrán', 'Cárdenas', 'Escobar', 'Figueroa', 'Galindo', 'Huerta', 'Lara',
] as const

export const streets = [
  'Colima', 'Orizaba', 'Jalapa', 'Durango', 'Amatlán', 'Tamaulipas', 'Ámsterdam', 'Nuevo León', 'Mérida',
  'Insurgentes', 'Juárez', 'Hidalgo', 'Morelos', 'Allende', 'Reforma', 'Independencia', '5 de Mayo',
  'Francisco I. Madero', 'Benito Juárez', 'Niños Héroes', 'Constitución', 'Revolución', 'Zaragoza', 'Matamoros',
  'Guerrero', 'Álvaro Obregón', 'Monterrey', 'Tonalá', 'Pino Suárez', 'Aldama', 'Galeana', 'Degollado',
] as const

/** First words and second words of salons, studios and clinics. */
export const businessWords = {
  first: ['Casa', 'Estudio', 'Taller', 'Salón', 'Rincón', 'Espacio', 'Jardín', 'Patio', 'Atelier', 'Foro'],
  second: [
    'Jacaranda', 'Bugambilia', 'Obsidiana', 'Nopal', 'Colibrí', 'Luna', 'Cempasúchil', 'Ámbar', 'Agave', 'Ceiba',
    'Tezontle', 'Talavera', 'Maguey', 'Copal', 'Azahar', 'Quetzal', 'Barro', 'Añil', 'Cacao', 'Vainilla',
    'Papel Picado', 'Mezquite', 'Pochote', 'Turquesa', 'Marfil', 'Olivo', 'Lavanda', 'Romero', 'Sábila', 'Canela',
  ],
} as const
