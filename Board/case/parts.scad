// The dimensions of what goes into the case, in millimetres: the only place where they stand. `build` checks the printed
// parts against this file. Modules of the same name differ: measure yours, above all where it says "typical".

// Panels: [active width, active height, board width, board height, front of the glass above the board,
//          middle of the active area above the middle of the board].
// Glass: Densitron DD-12864WE-4A (0.96", glass 26.7 x 19.3); QG-2864KSWLG01 (1.3", glass 34.5 x 23.0, active
// 29.42 x 14.7); WiseChip UG-2864ASWPG01 (2.42", glass 60.5 x 37, active 55.01 x 27.49): data sheets, "Mechanical
// Specifications". Boards: typical modules with four pins; 1.3": Silicon Chip, October 2023, "1.3in OLED display".
panel_096 = [21.74, 10.86, 27.3, 27.8, 2.6, 1.5];
panel_130 = [29.42, 14.70, 35.4, 33.5, 2.6, 1.5];
panel_242 = [55.01, 27.49, 72.0, 43.0, 3.2, 0.0];

// Boards: [length, width, distance of the holes along, across, from the edges, middle of the card slot along the short
//          edge]. Raspberry Pi, mechanical drawings of Zero 2 W, 3 Model B and 4 Model B. Holes are for M2.5.
board_zero = [65, 30, 58, 23, 3.5, 16.9];
board_full = [85, 56, 58, 49, 3.5, 28];

// Buttons: [side of the body, from the feet of the body to the top of the plunger, side of the plunger, distance of the
//           pins along, across]. Omron B3F-5050 and its like, 12 x 12 mm, 7.3 mm high: data sheet B3F.
switch_12 = [12, 7.3, 3.8, 12.5, 5];

// Accelerometer modules: [longest, widest, highest with pins]. GY-521 (MPU-6050) 21.2 x 16.4, GY-291 (ADXL345)
// 20.5 x 15.5: typical modules.
accelerometer = [21.2, 16.4, 9];

// Lamp and piezo: [hole]. A hole of 1 mm lets a 3 mm LED be seen and lights nothing.
lamp_hole = 1;
piezo_hole = 2.5;

// The cable of the power supply, and a cable tie.
cable = 5;
tie = [4, 2];
