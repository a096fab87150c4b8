[(section) (record) (block)] @fold
